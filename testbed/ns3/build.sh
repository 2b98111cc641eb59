#!/bin/bash
# build.sh DIR : ns-3 from the wheel of PyPI in a Python environment of its own, and the dumbbell, in DIR.
# No root is needed. The wheel is for Python 3.11 on x86-64; PYTHON names another python3 where there are several.
set -euo pipefail
mkdir -p "${1:?build.sh DIR}"
dir=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
[ -d "$dir/ns3" ] || "${PYTHON:-python3}" -m venv "$dir/ns3"
"$dir/ns3/bin/pip" install --quiet --disable-pip-version-check --no-deps --require-hashes -r "$here/requirements.txt"
ns3=$("$dir/ns3/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/ns3
libraries=$(for one in core network internet point-to-point traffic-control applications bridge stats config-store mobility; do
  [ ! -e "$ns3/lib64/libns3.44-$one.so" ] || echo "-lns3.44-$one"
done)
# The wheel was built with logging and assertions: the headers must be read likewise.
# shellcheck disable=SC2086
g++ -std=c++20 -O2 -Wall -DNS3_LOG_ENABLE -DNS3_ASSERT_ENABLE -I"$ns3/include" -L"$ns3/lib64" \
  "$here/dumbbell.cc" -o "$dir/dumbbell" -Wl,-rpath,"$ns3/lib64" -Wl,--no-as-needed $libraries -Wl,--allow-shlib-undefined
echo "$dir/dumbbell: ns-3.44"
