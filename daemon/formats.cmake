# Pictures of positions and games, for the command line alone: librsvg, cairo and
# pango never come near the daemon.
pkg_check_modules(PICTURES REQUIRED IMPORTED_TARGET librsvg-2.0 cairo-pdf pangocairo)
add_library(halo_formats STATIC diagram.c diagram_read.c diagram_pieces.c diagram_words.c film.c
	picture.c sheet.c)
target_link_libraries(halo_formats PUBLIC halo_record PRIVATE PkgConfig::PICTURES)
target_compile_definitions(halo_formats PRIVATE
	HALO_PIECES_SOURCE="$<$<BOOL:${HALO_SOURCE_DATA}>:${CMAKE_SOURCE_DIR}/ui/pieces>"
	HALO_PIECES_INSTALLED="${CMAKE_INSTALL_FULL_DATADIR}/haloboard/pieces")

# A finished game as a QR code.
pkg_check_modules(QRENCODE REQUIRED IMPORTED_TARGET libqrencode)
add_library(halo_qr STATIC qr.c)
target_link_libraries(halo_qr PUBLIC halo_record PRIVATE PkgConfig::QRENCODE PkgConfig::JANSSON)
