#!/bin/sh
# The guest's first process for a script of `export --linux` or a file of `export --mininet`. Its root is the host's own; RUN is the
# folder with run.sh or run.py, WORDS are the words for it with commas between them, and HERE/bin has programs that are newer than
# the host's.
export PATH="$HERE/bin:/usr/sbin:/usr/bin:/sbin:/bin"
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t tmpfs run /run
# Temporary files of bash and iperf3.
export TMPDIR=/run
if [ -f "$RUN/run.py" ]; then
  # Mininet starts a shell with a terminal for each host. Its package belongs to Debian's own Python.
  mount -t devpts devpts /dev/pts
  /usr/bin/python3 "$RUN/run.py" --out "$RUN/record" >"$RUN/said" 2>&1 </dev/null
else
  bash "$RUN/run.sh" --out "$RUN/record" $(echo "$WORDS" | tr , ' ') >"$RUN/said" 2>&1
fi
echo $? >"$RUN/status"
ls /sys/class/net >"$RUN/left-devices"
ls /run/netns >"$RUN/left-namespaces" 2>/dev/null
sync
# The first process must not return: it powers the guest off (LINUX_REBOOT_CMD_POWER_OFF).
exec python3 -c 'import ctypes; ctypes.CDLL(None).reboot(0x4321FEDC)'
