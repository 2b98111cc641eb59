#!/bin/sh
# The guest's first process for a script of `export --linux`. Its root is the host's own; RUN is the folder with run.sh, WORDS are
# the words for it with commas between them, and HERE/bin has programs that are newer than the host's.
export PATH="$HERE/bin:/usr/sbin:/usr/bin:/sbin:/bin"
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t tmpfs run /run
# Temporary files of bash and iperf3.
export TMPDIR=/run
bash "$RUN/run.sh" --out "$RUN/record" $(echo "$WORDS" | tr , ' ') >"$RUN/said" 2>&1
echo $? >"$RUN/status"
ls /sys/class/net >"$RUN/left-devices"
ls /run/netns >"$RUN/left-namespaces" 2>/dev/null
sync
# The first process must not return: it powers the guest off (LINUX_REBOOT_CMD_POWER_OFF).
exec python3 -c 'import ctypes; ctypes.CDLL(None).reboot(0x4321FEDC)'
