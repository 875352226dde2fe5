# Toolchain: 64-bit Raspberry Pi OS and Debian on ARM, from any other machine.
# HALO_SYSROOT is a folder that hw/linux/sysroot.sh has filled.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(HALO_DEBIAN_ARCH arm64)

# try_compile reads this file as well, in a project that has no cache of ours.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES HALO_SYSROOT)
set(CMAKE_SYSROOT ${HALO_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${HALO_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR}
	${HALO_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${HALO_SYSROOT}/usr/share/pkgconfig)

# ctest runs the tests by it.
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static;-L;${HALO_SYSROOT})
