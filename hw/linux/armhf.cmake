# Toolchain: 32-bit Raspberry Pi OS and Debian's armhf, from any other machine.
set(CMAKE_SYSTEM_PROCESSOR armv7l)
set(HALO_DEBIAN_ARCH armhf)
set(HALO_TRIPLET arm-linux-gnueabihf)
set(HALO_QEMU qemu-arm-static)
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
