/** Differences between this simulator's links and measurements and those of Linux or ns-3. */
import type { Deviation } from "../params/algorithm.ts";

/** Deviations of the links and of the measurements on them. */
export const NETWORK_DEVIATIONS: readonly Deviation[] = [
  {
    subject: "end of the queue delay",
    text: "ns-3: one more packet waits in the device after the queue",
    here: "the delay ends when the transmission starts, as on the kernel's path",
    effect:
      "with a short queue, delays here are up to one transmission time longer than in ns-3: 1.2 ms at 10 Mbps",
  },
  {
    subject: "an empty queue",
    text: "Linux: delay 0 to 1.2 ms at 10 Mbps",
    here: "delay 0 or one transmission time: an ACK of two segments releases two segments at once, and the second waits for the first",
    effect: "half of the packets wait 0 ms and half 1.2 ms, so the median can be either value",
  },
  {
    subject: "arrival at the receiver and at the next link",
    text: "store-and-forward link: after the last bit",
    here: "when the transmission starts",
    effect:
      "the RTT of the empty path equals the setting, for any number of links; a real path adds one transmission time per link",
  },
  {
    subject: "a link that was not full",
    text: "Linux's path in the comparisons: HTB, whose bucket of 1600 B then sends one or two packets at once",
    here: "one packet after the other; `--bucket 1600B` works like HTB",
    effect:
      "with the bucket, the goodput of single flows increases by 0.3 to 0.9 %, and BBR's queue by one or two packets; see [validation](validation.md#the-links-bucket)",
  },
  {
    subject: "change of a link's rate",
    here: "the new rate applies from the next packet; the current transmission continues at the old rate",
  },
  {
    subject: "random loss",
    text: "netem: when a packet enters its queue; ns-3: at the receiving device, per packet, byte or bit",
    here: "after the queue, independently for each packet",
    effect: "lost packets occupy the link; losses do not come in bursts",
  },
  {
    subject: "jitter",
    text: "netem: packets overtake each other by default",
    here: "packets keep their order, so packets behind a late one arrive in a burst; with `--jitter-overtakes on` they overtake, as in netem, also with delay patterns",
    effect: "no spurious duplicate ACKs",
  },
  {
    subject: "headers of datagrams",
    text: "UDP over IPv4: 28 B",
    here: "52 B, the setting `overhead`",
    effect: "the setting `--overhead` applies to all kinds of traffic",
  },
  {
    subject: "bytes on the wire",
    text: "Linux's path: 1514 B; ns-3's: 1502 B",
    here: "1500 B",
    effect: "`--overhead 66B` and `--overhead 54B` to compare",
  },
  {
    subject: "delay histogram",
    here: "buckets of 0.8 %, or of 16 ns below 1 µs",
    effect: "percentiles have this precision; mean, minimum and maximum are exact",
  },
];
