#!/bin/sh
# The guest's first process. Its root is the host's own; RUN is the folder of this run, HERE the one with traffic.
#
#   s --- a === bottleneck === b --- d        netem on b: half the round trip towards d, half towards a
#
# RUN/network, where it exists, builds another network with the functions below.
set -e
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t tmpfs run /run
mkdir /run/netns
# Addresses that were resolved once stay so.
echo 3600000 > /proc/sys/net/ipv4/neigh/default/base_reachable_time_ms
namespace() {
  ip netns add $1
  ip netns exec $1 sh -c '
    echo 1 > /proc/sys/net/ipv4/ip_forward
    echo 1 > /proc/sys/net/ipv4/tcp_no_metrics_save
    echo 0 > /proc/sys/net/ipv4/tcp_ecn_fallback
    echo "4096 131072 67108864" > /proc/sys/net/ipv4/tcp_rmem
    echo "4096 131072 67108864" > /proc/sys/net/ipv4/tcp_wmem'
}
# One packet is one segment: no offload that makes or takes larger ones.
device() {
  ip -n $1 addr add $3/24 dev $2
  ip netns exec $1 ethtool -K $2 tso off gso off gro off
  ip -n $1 link set $2 up gso_max_segs 1
}
# wire NAMESPACE DEVICE NAMESPACE DEVICE NET: the addresses are NET.1 and NET.2.
wire() {
  ip link add $2 netns $1 type veth peer name $4 netns $3
  device $1 $2 $5.1
  device $3 $4 $5.2
}
dumbbell() {
  for one in s a b d; do namespace $one; done
  wire a to-s s to-a 10.0.1
  wire a bottleneck b to-a 10.0.2
  wire b to-d d to-b 10.0.3
  ip -n s route add default via 10.0.1.1
  ip -n a route add 10.0.3.0/24 via 10.0.2.2
  ip -n b route add 10.0.1.0/24 via 10.0.2.1
  ip -n d route add default via 10.0.3.1
}
if [ -f "$RUN/network" ]; then . "$RUN/network"; else dumbbell; fi
export HERE
sh -e "$RUN/setup"
exec "$HERE/traffic" "$RUN/spec" "$RUN"
