/** Deliberate deviations of the queue disciplines from the texts that define them, by id. Only cards and documents use them. */
import type { Deviation } from "../params/algorithm.ts";

const RED_DEVIATIONS: readonly Deviation[] = [
  {
    subject: "unit of a signal",
    text: "ns-2, ns-3: with thresholds in bytes, the probability is scaled by the packet's size",
    here: "a signal per packet of any size, as RFC 7141 recommends",
    effect: "ACKs and other small packets are signalled as often as large ones",
  },
  {
    subject: "thresholds in different units",
    here: "an average in bytes; a threshold in packets is multiplied by `red-mean-packet`",
  },
  {
    subject: "thresholds in the wrong order",
    here: "an upper threshold below the lower one counts as equal to the lower one",
  },
  {
    subject: "spreading of signals",
    text: "ns-2, ns-3: one random draw per packet, also with `wait_` off; no signal while at most one packet waits; a signal with probability 1 does not restart the count. Linux: one random draw after each signal; no exemption; a signal with probability 1 restarts the count",
    here: "with `red-wait on`, all as in ns-2 and ns-3; with `off`, all as in Linux",
    effect:
      "if the average changes quickly, one draw per packet gives more signals: for ten CUBIC flows, 100 ms, and Adaptive RED with 5 and 15 packets, 8.45 Mbps instead of 8.60 Mbps with Linux's rule; no effect while the average is constant",
  },
  {
    subject: "ageing over idle time",
    text: "Linux: ageing from a table of powers of two, and none below a shaper",
    here: "exact calculation, as in ns-2 and ns-3",
    effect: "at most 0.8 % of goodput, for ten CUBIC flows with ECN and thresholds of 5 and 15 packets",
  },
  {
    subject: "link's rate, for ageing and `auto` weight",
    text: "ns-2, ns-3: the rate at the start of the run",
    here: "the current rate",
    effect: "visible only with capacity patterns and live changes",
  },
  {
    subject: "ECN-capable packets above th_max",
    text: "Kwon and Fahmy, ns-2: dropped; ns-3: marked if drawn at random, dropped if every packet gets a signal; Linux without `harddrop`: marked",
    here: "the rule of ns-3; `--red-above-max drop` or `mark` for the other rules",
    effect: "more or fewer losses of ECN flows at a full queue",
  },
];

const FQ_DEVIATIONS: readonly Deviation[] = [
  {
    subject: "limit",
    text: "Linux: 10240 packets and 32 MB",
    here: "1000 packets, the default of all queues",
    effect: "`--limit 10240p` for Linux's limit in packets",
  },
  {
    subject: "what a flow is",
    text: "the addresses and ports",
    here: "a connection, identified by its number and epoch",
    effect: "collisions are equally likely",
  },
];

export const QUEUE_DEVIATIONS: Readonly<Record<string, readonly Deviation[]>> = {
  ared: [
    ...RED_DEVIATIONS,
    {
      subject: "when max_p adapts",
      text: "ns-2, ns-3: at the first arrival at least one interval after the last update; Linux: by a timer, at 250 Hz every 512 ms for an interval of 500 ms",
      here: "by a timer, as in Linux, with an average that ages during idle time; `--update-tick none` for the exact interval",
      effect:
        "with an interval of 500 ms, ten CUBIC flows with ECN and 100 ms have 1 % less goodput (thresholds of 5 and 15 packets)",
    },
  ],
  cobalt: [
    {
      subject: "1/√count",
      text: "ns-3, CAKE: exact up to count 15, then one Newton step",
      here: "exact calculation",
      effect: "almost no effect",
    },
    {
      subject: "time of a packet on the link",
      text: "CAKE: the target is at least four packet times",
      here: "the packet time is not considered, as in ns-3",
      effect: "on slow links COBALT signals more often than in CAKE",
    },
    {
      subject: "the last packet",
      text: "CAKE: the last packet is never dropped",
      here: "the last packet may be dropped, as in ns-3",
    },
    {
      subject: "a packet that BLUE drops",
      text: "the packet may have been marked by CoDel before",
      here: "the packet is not marked first",
      effect: "the number of marks is lower",
    },
  ],
  codel: [
    {
      subject: "1/√count",
      text: "RFC 8289: exact",
      here: "one Newton step per change, as in Linux and ns-3: the third signal comes after 0.5 interval instead of 0.71",
      effect: "`--codel-sqrt exact` for the RFC's rule",
    },
    {
      subject: "next signal",
      text: "ns-3: interval·√(1/count) after the current time",
      here: "interval·√(1/count) after the time at which the last signal was due, as in RFC 8289 and Linux",
      effect: "each signal of ns-3 is later by up to one packet time, so pairs of cuts occur at other RTTs",
    },
    {
      subject: "backlog below which nothing is signalled",
      text: "RFC 8289: the largest packet seen so far; Linux: the device's MTU; ns-3: 1500 B",
      here: "1514 B, as in Linux, or the largest packet if it is larger",
      effect: "small packets, such as ACKs on a slow way back, get no signal while less than 1514 B wait",
    },
    {
      subject: "marking",
      text: "RFC 8289: drops",
      here: "marks on ECN-capable packets, as in Linux with `ecn`",
      effect: "`--aqm-ecn off` for drops",
    },
    {
      subject: "`ce-threshold`",
      text: "Linux: active with and without `ecn`",
      here: "active only while marking is on",
      effect: "no effect with the default settings",
    },
  ],
  dualpi2: [
    {
      subject: "marks in the L queue",
      text: "RFC 9332 §A.1: a ramp from 0.8 to 1.2 ms",
      here: "a step at 1 ms, as in Linux",
      effect: "consecutive packets are marked",
    },
    {
      subject: "delay that the controller follows",
      text: "RFC 9332 §A.1: the delay of the C queue",
      here: "the longer of the two queues' delays, as in Linux",
      effect: "L traffic without C traffic changes p' as well",
    },
    {
      subject: "packets that the step needs (`dual-step-packets`)",
      text: "RFC 9332 §A.1: a queue of one packet is exempt. Linux: no exemption by default; if set, decided on arrival by the number of packets ahead",
      here: "a packet that leaves the queue empty is exempt, decided on departure; `--dual-step-packets 0` for Linux's default",
      effect:
        "visible if the packet time is longer than the step. Prague and CUBIC at 60 ms get 5.4 and 4.2 of 10 Mbps (with 0: 1.2 and 8.3), or 10.4 and 8.8 of 20 Mbps (with 0: 8.2 and 11.0); no effect from 40 Mbps",
    },
    {
      subject: "fairness",
      text: "RFC 9332 §2.1: about equal rates at equal base RTTs",
      here: "about equal windows, as Linux documents for k = 2; the rates are proportional to 1/RTT, including the queue delay",
      effect:
        "at 20 ms and 40 Mbps, Prague and CUBIC do not share 1:1: 68:32 in the kernel, 69:31 here (26.4 and 12.0 Mbps); docs/theory.md derives this ratio",
    },
    {
      subject: "spreading of signals",
      text: "RFC 9332: signals at regular intervals, by a counter",
      here: "signals at random intervals",
      effect: "results scatter more",
    },
    {
      subject: "limit",
      text: "Linux: 10000 packets",
      here: "1000 packets",
      effect: "`--limit 10000p` for Linux's limit",
    },
  ],
  "ecn-codel": [
    {
      subject: "when marks come back",
      text: "Alwahab and Laki do not define it",
      here: "marking restarts each time the delay rises above the target again",
    },
  ],
  "fq-codel": [
    ...FQ_DEVIATIONS,
    {
      subject: "backlog below which CoDel gives no signal",
      text: "RFC 8289: the flow's own backlog",
      here: "the backlog of all flows, as in Linux",
      effect: "a flow with one packet in a long queue can receive a signal",
    },
    {
      subject: "drops by overflow",
      text: "RFC 8290, Linux: count as signals",
      here: "count as signals too, but 1/√count is calculated exactly in this case",
      effect: "one Newton step would not be accurate after such a large change",
    },
    {
      subject: "queue still too long after a batch of drops",
      here: "another batch is dropped",
      effect: "visible with a limit in bytes",
    },
  ],
  "fq-pie": [
    ...FQ_DEVIATIONS,
    { subject: "ECN", text: "Linux: off by default", here: "on; `--aqm-ecn off` for drops" },
    {
      subject: "update period",
      text: "RFC 8033: the exact setting. Linux since 4.8: whole clock ticks plus one, at 250 Hz 20 ms for 15 ms",
      here: "rounding as in Linux at 250 Hz; `--update-tick none` for the RFC's rule",
      effect:
        "faster updates oscillate more if flows have few packets: for ten CUBIC flows at 100 ms, the 90th percentile of the delay is 51 ms, but 63 ms with 16 ms; no effect at 40 ms",
    },
    {
      subject: "updates",
      text: "Linux: first update after 500 ms, 2048 queues at a time",
      here: "first update after one period, all queues at once",
      effect: "the controller starts sooner",
    },
  ],
  infinite: [
    {
      subject: "length",
      here: "a limit of 500 000 packets; further arrivals are dropped",
      effect: "the run fits into memory",
    },
  ],
  pi: [
    {
      subject: "sampling",
      text: "Hollot et al.: a design for 160 Hz; ns-2: 170 Hz",
      here: "160 Hz",
    },
    {
      subject: "gains",
      here: "the gains of the paper's example, or gains designed for the path by the paper's rule, with the RTT at the reference length",
      effect: "with gains for another path, the queue oscillates or adapts slowly",
    },
  ],
  "pie-linux": [
    {
      subject: "update period",
      text: "the kernel: whole clock ticks, at 250 Hz 32 ms for 30 ms",
      here: "the exact setting",
      effect: "`--update 32ms` for the kernel's period",
    },
    {
      subject: "gains",
      text: "the kernel: integer arithmetic reduces α by up to 7 % while p is below 1 %",
      here: "exact calculation",
    },
    {
      subject: "marks above p = 10 %",
      text: "the ABE paper's kernel: marks",
      here: "drops, unless switched off",
      effect: "`--pie-ecn-drop off` for marks",
    },
  ],
  pie: [
    {
      subject: "queue delay",
      text: "RFC 8033 §4.3, §5.2: calculated from a departure rate or from timestamps",
      here: "from the timestamp of the last packet that left, as in Linux",
      effect: "no error from rate measurement; the delay is 0 if the last packet left the queue empty",
    },
    {
      subject: "burst allowance",
      text: "RFC 8033 §4.4: reduced by `update` at each update",
      here: "reduced by the time between departures, as in Linux",
      effect: "almost no effect",
    },
    {
      subject: "idle decay of p",
      text: "RFC 8033 §4.2: multiplication by 0.98",
      here: "reduction by 1/64, but not while the delay is 0 and packets wait, as in Linux",
      effect: "p decreases slightly more slowly",
    },
    {
      subject: "long delay",
      here: "above 250 ms, p increases by an additional 0.02 per update, as in Linux",
      effect: "slow-start overshoot is reduced sooner",
    },
    {
      subject: "early accept",
      text: "RFC 8033 §4.1: the previous delay is below half of the target",
      here: "the current delay is below half of the target, as in Linux",
      effect: "almost no effect",
    },
    {
      subject: "less than two packets waiting",
      text: "RFC 8033: two packets of mean size",
      here: "2·1514 B for packets of any size, as in Linux with an MTU of 1500 B",
      effect: "small packets are dropped less often",
    },
    {
      subject: "update period",
      text: "RFC 8033: the exact setting. Linux since 4.8: whole clock ticks plus one, at 250 Hz 20 ms for 15 ms and 36 ms for 30 ms",
      here: "rounding as in Linux at 250 Hz; `--update-tick none` for the RFC's rule",
      effect: "queue delay longer by 0.3 to 0.5 ms, for single CUBIC and NewReno flows at 20 and 100 ms",
    },
    {
      subject: "arithmetic",
      text: "Linux: fixed-point integers",
      here: "double-precision floating point",
      effect: "smaller than the scatter from random marks",
    },
    {
      subject: "marks above p = 10 %",
      text: "RFC 8033 §5.1: drops; the ABE paper switched this rule off",
      here: "drops, as in Linux",
      effect: "`--pie-ecn-drop off` for marks",
    },
  ],
  red: RED_DEVIATIONS,
  step: [
    {
      subject: "packets that are not ECN-capable",
      text: "RFC 8257: the switch marks",
      here: "dropped above the threshold, as in a RED queue configured for DCTCP",
      effect: "senders without ECN starve beside DCTCP",
    },
  ],
};
