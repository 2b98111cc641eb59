/** What the feedback paper is, and what was chosen where it says nothing. */
import type { Paper } from "../experiment.ts";

export const FEEDBACK: Paper = {
  id: "feedback",
  citation:
    "M. P. Tahiliani, V. Misra, K. K. Ramakrishnan, A Principled Look at the Utility of Feedback in Congestion Control, Workshop on Buffer Sizing (BS), 2019",
  label: "Feedback",
};

/** §4: reference queue of the PI controller, and threshold of the step. */
export const TARGET_PACKETS = 20;

/** §4: on and off for so long. */
export const ON_OFF_S = 12;

/** The WAN's flows come half an on-time after those of the data centre, so that all four combinations occur. */
export const WAN_START_S = ON_OFF_S / 2;

export const START_JITTER_MS = 10;

/** Of every round trip: what the hosts themselves take. */
export const HOST_RTT_MS = 0.1;

/**
 * The SYN of a flow that joins waits in the filled queue like its data: 4.8 ms for twenty packets, and the path's 1.14 ms. So
 * no sender but the first sees less than the kernel's 5 ms.
 */
export const ECN_MAX_RTT_MS = 100;

export const CHOSEN: readonly string[] = [
  "Length: 54 s, six seconds and then two whole cycles of on and off; three seeds.",
  `Phases: the data centre's flows start at 0, the WAN's at ${WAN_START_S} s, so that S1 meets both, one, the other and none; copies start up to ${START_JITTER_MS} ms apart.`,
  "Each time on is a new connection.",
  "BBRv2 is as in the v2alpha kernel with segmentation by the network card on: bursts of up to 64 kB on such short round trips, and room for three in the window; the send quantum can be set otherwise.",
  `Hosts: ${HOST_RTT_MS} ms of each round trip. The paper emulates, with real network stacks, and their delay is not in its text: the value is our assumption, made after S1 had been seen to fall short of its share without any (figure 4).`,
  "Buffers: 1000 packets at both routers. The link between G2 and G3 is ideal.",
  "PI: gains and sampling rate by Hollot's design rule for four flows and the longest round trip at the reference length, separately at each router.",
  `BBRv2 with ECN answers marks up to a smallest RTT of ${ECN_MAX_RTT_MS} ms instead of 5 ms: in a filled queue the SYN of a flow that joins waits as well, so that it never sees the short round trip of the idle path.`,
];

export const DIFFERENCES: readonly string[] = [
  "No noise of hosts: a flow that joins sees the queue in its very first sample. Were the hosts' delay nothing, S1 would have 0.64 of its share with CUBIC and PI while all flows are on: a window answers marks per packet, and on 8 µs the data centre's flows have windows as small as the WAN's.",
  "With BBRv2's own bound of 5 ms, flows that join a filled WAN queue never answer marks and starve those that do: with ECN the 90th percentile of the WAN's delay is then 16.9 ms instead of 5.0, S1 gets 0.59 of its share instead of 0.80, and figure 2's first claim fails.",
];
