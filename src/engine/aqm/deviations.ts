/** Deliberate deviations of the queue disciplines from the texts that define them, by id. Only cards and documents read them. */
import type { Deviation } from "../params/algorithm.ts";

const RED_DEVIATIONS: readonly Deviation[] = [
  {
    subject: "unit of a signal",
    text: "ns-2, ns-3: with thresholds in bytes the probability is weighed with the packet's size",
    here: "per packet, whatever its size, as RFC 7141 recommends",
    effect: "ACKs and other small packets are signalled as often as large ones",
  },
  {
    subject: "thresholds in different units",
    here: "an average in bytes; packets count as `red-mean-packet`",
  },
  {
    subject: "thresholds in the wrong order",
    here: "an upper one below the lower one counts as equal to it",
  },
  {
    subject: "spreading of signals",
    text: "ns-2, ns-3: a draw for each packet, with `wait_` off too; nothing while at most one packet waits; a certain signal does not begin the count anew. Linux: one number drawn after each signal; no exemption; a certain signal begins anew",
    here: "with `red-wait on` all as ns-2 and ns-3, with `off` all as Linux",
    effect:
      "where the average moves fast, a draw for each packet signals to more: ten CUBIC flows, Adaptive RED of 5 and 15 packets, 100 ms, 8.45 Mbps for 8.60 as Linux; nothing where it stands still",
  },
  {
    subject: "ageing over idle time",
    text: "Linux: from a table of powers of two; below a shaper not at all",
    here: "exact, as ns-2 and ns-3",
    effect: "goodput by 0.8 % at most: ten CUBIC flows with ECN, thresholds of 5 and 15 packets",
  },
  {
    subject: "link's rate, for ageing and `auto` weight",
    text: "ns-2, ns-3: as at the start",
    here: "the present one",
    effect: "with patterns and live changes only",
  },
  {
    subject: "ECN-capable packets above th_max",
    text: "Kwon and Fahmy, ns-2: dropped; ns-3: marked while drawn, dropped where every packet is to carry a signal; Linux without `harddrop`: marked",
    here: "as ns-3; `--red-above-max drop` or `mark` for the others",
    effect: "how hard a full queue hits ECN flows",
  },
];

const FQ_DEVIATIONS: readonly Deviation[] = [
  {
    subject: "limit",
    text: "Linux: 10240 packets and 32 MB",
    here: "the one that every queue has, 1000 packets",
    effect: "`--limit 10240p`",
  },
  {
    subject: "what a flow is",
    text: "addresses and ports",
    here: "a connection, by its number, epoch included",
    effect: "collisions are as likely",
  },
];

export const QUEUE_DEVIATIONS: Readonly<Record<string, readonly Deviation[]>> = {
  ared: [
    ...RED_DEVIATIONS,
    {
      subject: "when max_p adapts",
      text: "ns-2, ns-3: when a packet arrives, an interval after the last time; Linux: by a timer, at 250 Hz after 512 ms for 500",
      here: "by a timer, as Linux, with an average that has aged over idle time; `--update-tick none` for the interval as it is set",
      effect:
        "with 500 ms ten CUBIC flows of 100 ms with ECN, thresholds of 5 and 15 packets, have 1 % less goodput",
    },
  ],
  cobalt: [
    {
      subject: "1/√count",
      text: "ns-3, CAKE: exact up to 15, then a Newton step",
      here: "exact",
      effect: "hardly anything",
    },
    {
      subject: "time of a packet on the link",
      text: "CAKE: a delay of at least four packet times",
      here: "has no part in it, as in ns-3",
      effect: "stricter on slow links than CAKE",
    },
    { subject: "the last packet", text: "CAKE: is kept", here: "may be dropped, as in ns-3" },
    {
      subject: "a packet that BLUE drops",
      text: "may have been marked by CoDel before",
      here: "is not marked first",
      effect: "the count of marks",
    },
  ],
  codel: [
    {
      subject: "1/√count",
      text: "RFC 8289: exact",
      here: "one Newton step a change, as Linux and ns-3: the third signal comes after half an interval, not 0.71 of one",
      effect: "`--codel-sqrt exact` gives the RFC",
    },
    {
      subject: "next signal",
      text: "ns-3: interval·√(1/count) from now",
      here: "from the time the last one was due, as RFC 8289 and Linux",
      effect: "ns-3's signals come later by up to a packet's time each, so other round-trip times give pairs",
    },
    {
      subject: "backlog below which nothing is signalled",
      text: "Linux: the MTU, as set; ns-3: 1500 B",
      here: "the largest packet seen so far, as RFC 8289",
      effect: "nothing, with equal packets",
    },
    {
      subject: "marking",
      text: "RFC 8289 drops",
      here: "marks ECN-capable packets, as Linux with `ecn`",
      effect: "`--aqm-ecn off` drops",
    },
    {
      subject: "`ce-threshold`",
      text: "Linux: whether or not `ecn` is set",
      here: "only while marking is on",
      effect: "nothing, by default",
    },
  ],
  dualpi2: [
    {
      subject: "marks in the L queue",
      text: "RFC 9332 §A.1: a ramp from 0.8 to 1.2 ms",
      here: "a step at 1 ms, as Linux",
      effect: "marks come in runs",
    },
    {
      subject: "delay that the controller follows",
      text: "RFC 9332 §A.1: the C queue's",
      here: "the longer of the two, as Linux",
      effect: "L traffic alone moves p', too",
    },
    {
      subject: "packets that the step needs (`dual-step-packets`)",
      text: "RFC 9332 §A.1: a queue of one packet is exempt. Linux: none is, unless set, and then by the packets before it, on arrival",
      here: "a packet that leaves none behind is exempt, judged on departure; `--dual-step-packets 0` for Linux's default",
      effect:
        "where a packet takes longer than the step: Prague beside CUBIC, 60 ms, gets 5.4 of 10 Mbps and CUBIC 4.2, with 0 1.2 and 8.3; at 20 Mbps 10.4 and 8.8, with 0 8.2 and 11.0; nothing from 40 Mbps on",
    },
    {
      subject: "fairness",
      text: "RFC 9332 §2.1: about the same rate at one base round trip",
      here: "windows about alike, as Linux says of k = 2; rates go as 1 over the round trip, its queue included",
      effect:
        "over 20 ms and 40 Mbps many expect 1:1 of Prague and CUBIC: the kernel has 68:32, here it is 69:31 (26.4 and 12.0 Mbps)",
    },
    {
      subject: "spreading of signals",
      text: "RFC 9332: counted",
      here: "drawn at random",
      effect: "more scatter",
    },
    { subject: "limit", text: "Linux: 10000 packets", here: "1000 packets", effect: "`--limit 10000p`" },
  ],
  "ecn-codel": [
    {
      subject: "when marks come back",
      text: "Alwahab and Laki do not say",
      here: "each time the delay rises above the target again",
    },
  ],
  "fq-codel": [
    ...FQ_DEVIATIONS,
    {
      subject: "standing queue of CoDel",
      text: "RFC 8289: the flow's own backlog",
      here: "the backlog of all flows, as Linux; compared with the flow's largest packet, not the MTU",
      effect: "a flow with one packet in a long queue may be signalled to",
    },
    {
      subject: "drops by overflow",
      text: "RFC 8290: as Linux, count as signals",
      here: "the same, with 1/√count exact then",
      effect: "one Newton step would not find it from so far away",
    },
    {
      subject: "a batch that does not suffice",
      here: "another one follows",
      effect: "with a limit in bytes",
    },
  ],
  "fq-pie": [
    ...FQ_DEVIATIONS,
    { subject: "ECN", text: "Linux: off unless switched on", here: "marks; `--aqm-ecn off`" },
    {
      subject: "update period",
      text: "RFC 8033: as set. Linux since 4.8: whole ticks and one more, at 250 Hz 20 ms for 15",
      here: "as Linux at 250 Hz; `--update-tick none` for the RFC",
      effect:
        "faster updates swing more where a flow has few packets: ten CUBIC flows, 100 ms, 90th percentile of the delay 51 ms, 63 ms with 16 ms; nothing at 40 ms",
    },
    {
      subject: "updates",
      text: "Linux: first after 500 ms, 2048 queues at a time",
      here: "first after one period, all queues at once",
      effect: "a quicker start",
    },
  ],
  infinite: [
    {
      subject: "length",
      here: "ends at 500 000 packets: then it drops what arrives",
      effect: "a run fits into memory",
    },
  ],
  pi: [
    {
      subject: "sampling",
      text: "Hollot et al. design for 160 Hz; ns-2 has 170",
      here: "160 times a second",
    },
    {
      subject: "gains",
      here: "those of the paper's example, or designed for the path by its rule, with the round trip at the reference length",
      effect: "gains for another path oscillate or crawl",
    },
  ],
  "pie-linux": [
    {
      subject: "update period",
      text: "the kernel: whole ticks, at 250 Hz 32 ms for 30",
      here: "as set",
      effect: "`--update 32ms`",
    },
    {
      subject: "gains",
      text: "the kernel: whole numbers cut α by up to 7 % while p is below 1 %",
      here: "exact",
    },
    {
      subject: "marks above p = 10 %",
      text: "the ABE paper's kernel: marks",
      here: "drops, unless that is switched off",
      effect: "`--pie-ecn-drop off`",
    },
  ],
  pie: [
    {
      subject: "queue delay",
      text: "RFC 8033 §4.3, §5.2: from a departure rate, or from time stamps",
      here: "the time stamp of the packet that left last, as Linux",
      effect: "no error from measuring the rate; 0 when the queue is empty behind it",
    },
    {
      subject: "burst allowance",
      text: "RFC 8033 §4.4: less by `update` at each update",
      here: "runs down with the time between departures, as Linux",
      effect: "hardly any",
    },
    {
      subject: "idle decay of p",
      text: "RFC 8033 §4.2: ·0.98",
      here: "less 1/64, and not while delay is 0 with packets waiting, as Linux",
      effect: "p fades slightly slower",
    },
    {
      subject: "long delay",
      here: "above 250 ms p gains 0.02 more an update, as Linux",
      effect: "cuts slow-start overshoot sooner",
    },
    {
      subject: "early accept",
      text: "RFC 8033 §4.1: old delay below half the target",
      here: "present delay below half the target, as Linux",
      effect: "hardly any",
    },
    {
      subject: "less than two packets waiting",
      text: "RFC 8033: two mean packets",
      here: "2·1514 B whatever the packets' size, as Linux with an MTU of 1500 B",
      effect: "with small packets more of them pass",
    },
    {
      subject: "update period",
      text: "RFC 8033: as set. Linux since 4.8: whole ticks and one more, at 250 Hz 20 ms for 15 and 36 ms for 30",
      here: "as Linux at 250 Hz; `--update-tick none` for the RFC",
      effect: "a queue longer by 0.3 to 0.5 ms: CUBIC and NewReno alone, 20 and 100 ms",
    },
    {
      subject: "arithmetic",
      text: "Linux: integers of a fixed scale",
      here: "double precision",
      effect: "below what random marks scatter",
    },
    {
      subject: "marks above p = 10 %",
      text: "RFC 8033 §5.1: drop; the ABE paper switched that off",
      here: "drop, as Linux",
      effect: "`--pie-ecn-drop off`",
    },
  ],
  red: RED_DEVIATIONS,
  step: [
    {
      subject: "packets that are not ECN-capable",
      text: "RFC 8257: the switch marks",
      here: "dropped above the threshold, as by a RED queue set up for DCTCP",
      effect: "mixes of DCTCP and senders without ECN starve the latter",
    },
  ],
};
