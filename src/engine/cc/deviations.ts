/** Deliberate deviations of the congestion controls from the texts that define them, by id. Only cards and documents read them. */
import type { Deviation } from "../params/algorithm.ts";

const BBR_FIRST_WINDOW: Deviation = {
  subject: "first window",
  text: "Linux: ten segments leave at once, more are paced by the handshake's round trip",
  here: "so too; with `--handshake off` all leave at once",
  effect: "nothing with the usual window of ten",
};

const BBR_BURSTS: Deviation = {
  subject: "bursts",
  text: "Linux: puts off one that the window cuts short, and takes up to half of what one was late off the next gap",
  here: "what the window lets out leaves, and gaps are whole",
  effect: "smaller bursts where cwnd holds the flow back",
};

const BBR_EQUAL_RTT: Deviation = {
  subject: "smallest RTT",
  text: "Linux v1, v2: an equal sample puts PROBE_RTT off",
  here: "only a smaller one, as v3",
  effect: "without noise every empty queue would give an equal one, and PROBE_RTT would not come",
};

const BBR_SPURIOUS: Deviation = {
  subject: "spurious losses",
  text: "Linux: undoes its answer",
  here: "does not: what a loss did to its model of the path stays",
  effect: "seen where a path reorders (`--jitter-overtakes on`), and after a spurious timeout",
};

/** Deviations that v2 and v3 share. */
const BBR_BOUND_DEVIATIONS: readonly Deviation[] = [
  {
    subject: "marks",
    text: "google/bbr v3: counts marks only on routes that are declared to be of low latency; on any other route that negotiated ECN it sends ECT, and marks change nothing",
    here: "a round trip of at most `bbr-ecn-max-rtt` (5 ms) stands for such a route; above it the flow does as Linux does elsewhere",
    effect:
      "above 5 ms it takes bandwidth from flows that slow down at marks; without ECN (`--ecn off`) its packets are dropped like theirs",
  },
  {
    subject: "excess loss",
    text: "google/bbr, v2alpha and v3: while probing also judged by the flight of each lost segment, up to that segment",
    here: "by that of the newest one delivered",
    effect: "inflight_hi some segments larger after a probe with losses",
  },
  {
    subject: "smallest RTT of a short path",
    text: "a real path: with the time that a packet takes on the link",
    here: "without it",
    effect:
      "bursts halve with each 512 µs: 50 Mbps and 1 ms give bursts of 26 and a mean queue of 10.5 ms; with the packet's 0.24 ms bursts of 15 and 6.4 ms",
  },
  BBR_FIRST_WINDOW,
  BBR_BURSTS,
  BBR_SPURIOUS,
];

export const CONTROL_DEVIATIONS: Readonly<Record<string, readonly Deviation[]>> = {
  bbr1: [BBR_FIRST_WINDOW, BBR_BURSTS, BBR_EQUAL_RTT, BBR_SPURIOUS],
  bbr2: [...BBR_BOUND_DEVIATIONS, BBR_EQUAL_RTT],
  bbr3: [
    ...BBR_BOUND_DEVIATIONS,
    {
      subject: "gains",
      text: "draft-ietf-ccwg-bbr-05: drains at 0.5, goes down at 0.90",
      here: "the kernel's 0.347 and 0.91",
      effect: "both can be set",
    },
    { subject: "length of DRAIN", text: "the kernel: no bound", here: "three rounds, as the draft" },
  ],
  cubic: [
    {
      subject: "α of W_est beyond the old window",
      text: "RFC 9438 §4.3: 1 once W_est ≥ cwnd before the cut",
      here: "stays 3·(1 − β)/(1 + β) ≈ 0.53, as ns-3 and as Linux, in whose whole numbers it is 8/15",
      effect: "slower growth where the Reno-friendly window leads, that is at short round trips",
    },
    {
      subject: "α with another β",
      text: "RFC 9438 §4.3: from β_cubic",
      here: "always from 0.7, also with ABE and with another β_loss",
      effect: "ABE changes the cut alone (RFC 8511)",
    },
    {
      subject: "whole numbers",
      text: "RFC 9438 §4.4: (target − cwnd)/cwnd a segment acknowledged",
      here: "cwnd, W_max, W_est, count and the curve's distance from its peak in whole segments, K in whole 1/1024 s, C = 410/1024 for 0.4, as Linux",
      effect:
        "the curve is at its old peak 1.36 s before K; above 200 ms this decides in which round trip CoDel signals next. There single round trips are off from the kernel by up to 15 % of goodput, 5 % in the mean of their sizes (11 % with the curve rounded down), means over round trips by less than 5 %",
    },
    {
      subject: "ticks",
      text: "RFC 9438 §4.2: the target follows the time of each ACK",
      here: "time in ticks of 4 ms, which begin with the run; count is found anew at most once a tick, and once in 28 ms while cwnd stands, as Linux at 250 Hz; `--cubic-clock exact`",
      effect: "at round trips far below 28 ms cwnd stands for a while and then catches up with W_est at once",
    },
    {
      subject: "cube root",
      text: "Linux: from a table with one Newton step",
      here: "exact, rounded down",
      effect: "K is up to 0.07 % longer, less than a tick up to 5 s",
    },
    {
      subject: "time ahead",
      text: "RFC 9438 §4.2: W_cubic(t + RTT) with the smoothed RTT",
      here: "with the smallest RTT, as Linux",
      effect: "the curve is a queue's delay later",
    },
    {
      subject: "least growth without W_max",
      here: "one segment for twenty acknowledged, as Linux",
      effect: "after HyStart or a timeout cwnd climbs at least 5 % a round trip",
    },
    {
      subject: "what is counted",
      text: "RFC 9438 §4.3: segments acknowledged; Linux before 4.0: ACKs",
      here: "segments; `--cubic-counts acks`",
      effect: "with an ACK for two segments the Reno-friendly window grew half as fast in those kernels",
    },
    {
      subject: "W_max under ABE",
      text: "RFC 9438 §4.7: cwnd·(1 + β)/2",
      here: "with β_loss, for marks too",
      effect: "fast convergence gives up as much for a mark as for a loss",
    },
    {
      subject: "β",
      text: "Linux: 717/1024 = 0.7002",
      here: "0.7",
      effect: "none up to 516 segments; above, some cuts leave one segment less",
    },
    {
      subject: "HyStart",
      text: "RFC 9438 §4.10: among others HyStart++ (RFC 9406)",
      here: "Linux's HyStart by default",
      effect: "`--hystart-variant rfc9406`",
    },
    {
      subject: "HyStart's allowance for ACK aggregation",
      text: "Linux: at most 1 ms, less at high pacing rates",
      here: "always 1 ms",
      effect: "slow start ends 0.5 ms of ACK train later on fast paths",
    },
  ],
  dctcp: [
    {
      subject: "α (`dctcp-alpha`)",
      text: "RFC 8257 §3.3, ns-3: a real number",
      here: "a whole number of 1/1024, as Linux; `--dctcp-alpha real` as the RFC",
      effect:
        "less than one mark in 64 does not count: beside CUBIC over 100 Mbps, 20 ms and a DualPI2 whose L queue takes any ECT, DCTCP gets 86 % of what both get, with a real number 58 %",
    },
    {
      subject: "a cut",
      text: "RFC 8257, ns-3: of bytes",
      here: "rounded down to whole segments, as Linux",
      effect: "small windows give up less, so that more is marked",
    },
    {
      subject: "what ECE stands for",
      text: "RFC 8257 §3.3: bytes acknowledged",
      here: "all segments that its ACK newly tells of, as Linux",
    },
  ],
  "ecn-ab": [
    {
      subject: "growth",
      text: "Kwon and Fahmy: α/cwnd at each ACK",
      here: "a whole segment for cwnd/α acknowledged",
      effect: "delayed ACKs do not slow it",
    },
    { subject: "a loss", text: "the paper halves Reno's window", here: "β_loss, and SACK recovery" },
    {
      subject: "a mark in slow start",
      text: "ns-2: half, whatever β is",
      here: "β_ecn; `--ab-slow-start half`",
      effect: "the first decrease",
    },
    {
      subject: "fractions of a segment",
      text: "ns-2: lost at each decrease",
      here: "kept; `--ab-cut whole`",
      effect: "a slope of less than one segment a round trip climbs more slowly",
    },
  ],
  hstcp: [
    {
      subject: "growth for an ACK",
      text: "RFC 3465: by what it acknowledges",
      here: "a(w)/cwnd for each ACK, whatever it acknowledges, as RFC 3649 §5 and Linux",
      effect: "delayed ACKs halve the growth, also of small windows",
    },
    {
      subject: "a(w)",
      text: "RFC 3649 §5: by formula; appendix B: a table for whole a(w)",
      here: "the table, rounded up within each row, as Linux",
      effect:
        "larger windows at high loss rates: at 1e-3 they are 59 segments on average, where the formula has 38; at 1e-5 1900 for 1795",
    },
    {
      subject: "b(w) of a cut",
      text: "RFC 3649: of the window that is cut",
      here: "of the last window that congestion avoidance grew, as Linux",
      effect: "the cut after the first slow start halves",
    },
    {
      subject: "β_loss, β_ecn",
      here: "replace the cut of small windows; growth stays as with 0.5",
      effect: "ABE leaves growth alone (RFC 8511)",
    },
  ],
  htcp: [
    {
      subject: "growth",
      text: "draft-leith-tcp-htcp-06: by α/cwnd for each segment acknowledged, α anew with each ACK",
      here: "α anew with each segment that cwnd grows by; the ACK that brings it and what is over do not count, as Linux",
      effect: "slower growth, and the first segment after a cut still by the α of before",
    },
    {
      subject: "precision",
      text: "the draft: real numbers",
      here: "RTTs in ticks of 4 ms, α without fractions but for β, β in 1/128 and none from RTTs of 10 ms or less, as Linux",
      effect: "β climbs to 0.8 in some ten signals; `--rtt-tick 0` is exact",
    },
    {
      subject: "scaling by RTT",
      text: "FreeBSD: off",
      here: "on, as Linux",
      effect: "at 40 ms less than half the growth of a long time without a signal; `--htcp-rtt-scaling off`",
    },
    { subject: "β and growth", here: "α makes up for β_loss, also after marks" },
  ],
  prague: [
    {
      subject: "end of slow start by a mark",
      text: "Linux: goes on until an ACK without an unmarked segment",
      here: "at once",
    },
    {
      subject: "a loss",
      text: "Linux: cwnd comes back by one segment an ACK",
      here: "ssthresh is the halved window, and after a timeout slow start leads there",
    },
    {
      subject: "bursts",
      text: "Linux: 0.24 ms of the pacing rate, at least two segments up to 5.15, one in 6.x",
      here: "one by one; `--prague-bursts on`: at least two segments",
      effect: "the low-latency queue is up to a burst shorter",
    },
    {
      subject: "smallest segment",
      text: "0.7: below 1 Mbps the segments become smaller, down to 150 bytes",
      here: "segments stay whole; the rate goes down to 100 kbps",
      effect: "many flows on a slow link",
    },
    {
      subject: "queues that mark as RFC 3168 says",
      text: "a fallback in drafts, off in Linux",
      here: "none",
      effect: "Prague takes too much there",
    },
  ],
  scalable: [
    {
      subject: "small windows",
      text: "Kelly: NewReno below 16 segments",
      here: "grows as NewReno below 100 but cuts by one eighth, as Linux",
    },
    {
      subject: "count",
      text: "ns-3, older Linux: 50 ACKs",
      here: "100 segments acknowledged",
      effect: "delayed ACKs do not halve the growth",
    },
  ],
  unresponsive: [
    {
      subject: "a signal that is not ignored",
      here: "cuts at once with the next ACK, whatever `recovery` says",
    },
  ],
  vegas: [
    {
      subject: "losses, slow start",
      text: "the paper: an earlier check; growth every other round",
      here: "TCP's own; growth every round, as Linux",
    },
    { subject: "Diff", here: "rounded down before it is compared, as Linux" },
    {
      subject: "α, β, γ",
      text: "ns-2: 1, 3, 1",
      here: "2, 4, 1, as Linux",
      effect: "one segment more in the queue",
    },
    { subject: "marks", text: "Vegas is older than ECN", here: "cut by β_ecn, as with any ECN sender" },
  ],
  westwood: [
    {
      subject: "when ssthresh is set",
      text: "the papers: to the estimate, when a reduction begins",
      here: "to β first, to the estimate when the reduction is complete, be that less or more, as Linux",
      effect:
        "the link idles for a round trip, and a burst follows; `--westwood-set-at start` is as the papers",
    },
    {
      subject: "whole numbers",
      text: "the papers: real numbers",
      here: "bytes a tick of 4 ms, rounded down by both filters, as Linux; `--rtt-tick 0` is exact",
      effect:
        "a segment of the window: over CoDel at 200 ms bursts after a cut end trains of marks one cut sooner",
    },
    {
      subject: "marks",
      text: "older than ABE",
      here: "β_ecn for the round trip of the reduction, then the estimate, as after a loss",
    },
    {
      subject: "no estimate yet",
      text: "Linux: two segments",
      here: "what the reduction went to stays, as NewReno's; so does ssthresh after a timeout",
    },
  ],
};
