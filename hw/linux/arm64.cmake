# Toolchain: 64-bit Raspberry Pi OS and Debian on ARM, from any other machine.
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(HALO_DEBIAN_ARCH arm64)
set(HALO_TRIPLET aarch64-linux-gnu)
set(HALO_QEMU qemu-aarch64-static)
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
