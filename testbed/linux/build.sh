#!/bin/bash
# build.sh 6.1|7.3 DIR [SOURCE.tar.xz] : a kernel as a program, User-mode Linux with time travel, and the guest's own programs.
#
# Without a tarball the source is Debian's package linux-source-VERSION, by apt. Nothing is installed and no root is needed.
# Changes to the source: HZ 250, as in Debian's own kernels, and the files that `build_in` adds.
set -euo pipefail
version=${1:?build.sh 6.1|7.3 DIR [SOURCE.tar.xz]}
mkdir -p "${2:?build.sh 6.1|7.3 DIR [SOURCE.tar.xz]}"
dir=$(cd "$2" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
case $version in 6.1 | 7.3) ;; *) echo "build.sh: 6.1 or 7.3, got $version" >&2; exit 2 ;; esac
for program in gcc make bc flex bison xz ip tc ethtool; do
  PATH=$PATH:/usr/sbin:/sbin command -v "$program" >/dev/null || { echo "build.sh: needs $program; docs/testbed.md names the packages" >&2; exit 2; }
done

source=$dir/linux-source-$version
if [ ! -d "$source" ]; then
  tarball=${3:-$dir/package/usr/src/linux-source-$version.tar.xz}
  if [ $# -lt 3 ]; then
    (cd "$dir" && apt-get download "linux-source-$version" && dpkg -x linux-source-"$version"_*.deb package)
  fi
  tar -C "$dir" -xf "$tarball"
  sed -i '/^config HZ$/,/default/s/default 100/default 250/' "$source/arch/um/Kconfig"
fi
# build_in FOLDER FILE... : adds files of this folder to a folder of the source.
build_in() {
  local folder=$source/$1 file
  shift
  for file in "$@"; do
    cp "$here/$file.c" "$folder/"
    grep -q "obj-y += $file.o" "$folder/Makefile" || echo "obj-y += $file.o" >>"$folder/Makefile"
  done
}
build_in net/sched sojourn
[ "$version" = 7.3 ] || { build_in net/sched paper-queues; build_in net/ipv4 abe ecn-ab; }

build=$dir/build-$version
mkdir -p "$build"
make -C "$source" ARCH=um O="$build" KCONFIG_ALLCONFIG="$here/kernel.config" allnoconfig
make -C "$source" ARCH=um O="$build" -j"${JOBS:-$(nproc)}" linux
gcc -O2 -Wall -Werror -o "$dir/traffic" "$here/traffic.c" -lm
gcc -O2 -Wall -Werror -o "$dir/dualpi2" "$here/dualpi2.c"
gcc -O2 -Wall -Werror -shared -fPIC -o "$dir/red-adaptive.so" "$here/red-adaptive.c" -ldl
make -s -C "$source" ARCH=um O="$build" kernelrelease >"$build/release"
echo "$build/linux: Linux $(cat "$build/release")"
