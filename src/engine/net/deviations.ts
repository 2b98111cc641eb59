/** Differences between the links of this simulator, or the measurements at them, and Linux or ns-3. */
import type { Deviation } from "../params/algorithm.ts";

/** Deviations of the links and of the measurements at them. */
export const NETWORK_DEVIATIONS: readonly Deviation[] = [
  {
    subject: "end of the queue delay",
    text: "ns-3: one more packet waits in the device behind the queue",
    here: "runs until the transmission starts, as on the kernel's path",
    effect: "with a short queue our delays are up to one transmission time above ns-3's: 1.2 ms at 10 Mbps",
  },
  {
    subject: "an empty queue",
    text: "Linux: 0 to 1.2 ms at 10 Mbps",
    here: "0 or one transmission time: ACKs of two segments let two out at once, and the second waits for the first",
    effect: "half of the packets wait 0 and half 1.2 ms, so the median falls on either",
  },
  {
    subject: "arrival at the receiver and at the next link",
    text: "a store-and-forward link: after the last bit",
    here: "when the transmission starts",
    effect:
      "the RTT of the empty path is what was set, over any number of links; a real path adds one transmission time a link",
  },
  {
    subject: "a link that was not full",
    text: "Linux's path in the comparisons: HTB, whose bucket of 1600 B then lets a packet or two out at once",
    here: "one packet after the other; `--bucket 1600B` as HTB",
    effect:
      "with it goodput of single flows grows by 0.3 to 0.9 %, and BBR's queue by one or two packets; see [validation](validation.md#the-links-bucket)",
  },
  {
    subject: "change of a link's rate",
    here: "from the next packet on; the one being sent ends as it began",
  },
  {
    subject: "random loss",
    text: "netem: as a packet enters its queue; ns-3: at the receiving device, by packet, byte or bit",
    here: "behind the queue, by packet, each for itself",
    effect: "it uses the link; no bursts of losses",
  },
  {
    subject: "jitter",
    text: "netem: packets overtake each other, unless told otherwise",
    here: "they keep their order, so that late ones make lumps; `--jitter-overtakes on` as netem, for delay patterns too",
    effect: "no spurious duplicate ACKs",
  },
  {
    subject: "headers of datagrams",
    text: "UDP over IPv4: 28 B",
    here: "`overhead`, 52 B",
    effect: "`--overhead` is one for all",
  },
  {
    subject: "bytes on the wire",
    text: "Linux's path: 1514 B; ns-3's: 1502 B",
    here: "1500 B",
    effect: "`--overhead 66B` and `--overhead 54B` to compare",
  },
  {
    subject: "delay histogram",
    here: "within 0.8 %, 16 ns steps below 1 µs",
    effect: "percentiles are that exact; mean, min and max are exact",
  },
];
