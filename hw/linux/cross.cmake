# Shared by the toolchains of this folder, which set HALO_TRIPLET and HALO_QEMU first.
# HALO_SYSROOT is a folder filled by hw/linux/sysroot.sh.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${HALO_TRIPLET}-gcc)
set(CMAKE_LIBRARY_ARCHITECTURE ${HALO_TRIPLET})

# try_compile also reads this file, in a project without our cache.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES HALO_SYSROOT)
set(CMAKE_SYSROOT ${HALO_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${HALO_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR}
	${HALO_SYSROOT}/usr/lib/${HALO_TRIPLET}/pkgconfig:${HALO_SYSROOT}/usr/share/pkgconfig)

# ctest runs the tests through it.
set(CMAKE_CROSSCOMPILING_EMULATOR ${HALO_QEMU};-L;${HALO_SYSROOT})
