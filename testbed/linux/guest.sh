#!/bin/sh
# The guest's first process. Its root is the host's own; RUN is the folder of this run, HERE the one with traffic.
#
#   s --- a === bottleneck === b --- d        netem on b: half the round trip towards d, half towards a
set -e
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t tmpfs run /run
mkdir /run/netns
# Addresses that were resolved once stay so.
echo 3600000 > /proc/sys/net/ipv4/neigh/default/base_reachable_time_ms
for one in s a b d; do
  ip netns add $one
  ip netns exec $one sh -c '
    echo 1 > /proc/sys/net/ipv4/ip_forward
    echo 1 > /proc/sys/net/ipv4/tcp_no_metrics_save
    echo 0 > /proc/sys/net/ipv4/tcp_ecn_fallback
    echo "4096 131072 67108864" > /proc/sys/net/ipv4/tcp_rmem
    echo "4096 131072 67108864" > /proc/sys/net/ipv4/tcp_wmem'
done
ip link add to-a netns s type veth peer name to-s netns a
ip link add bottleneck netns a type veth peer name to-a netns b
ip link add to-d netns b type veth peer name to-b netns d
# One packet is one segment: no offload that makes or takes larger ones.
device() {
  ip -n $1 addr add $3/24 dev $2
  ip netns exec $1 ethtool -K $2 tso off gso off gro off
  ip -n $1 link set $2 up gso_max_segs 1
}
device s to-a 10.0.1.2
device a to-s 10.0.1.1
device a bottleneck 10.0.2.1
device b to-a 10.0.2.2
device b to-d 10.0.3.1
device d to-b 10.0.3.2
ip -n s route add default via 10.0.1.1
ip -n a route add 10.0.3.0/24 via 10.0.2.2
ip -n b route add 10.0.1.0/24 via 10.0.2.1
ip -n d route add default via 10.0.3.1
export HERE
sh -e "$RUN/setup"
exec "$HERE/traffic" "$RUN/spec" "$RUN"
