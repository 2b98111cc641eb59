/** Deliberate deviations of the congestion controls from the texts that define them, by id. Only cards and documents read them. */
import type { Deviation } from "../params/algorithm.ts";

const BBR_FIRST_WINDOW: Deviation = {
  subject: "first window",
  text: "Linux: ten segments leave at once; further segments are paced with the RTT of the handshake",
  here: "the same; with `--handshake off`, all segments leave at once",
  effect: "no effect with the usual window of ten segments",
};

const BBR_BURSTS: Deviation = {
  subject: "bursts",
  text: "Linux: a burst that the window would shorten is delayed, and a late burst shortens the next gap by up to half of its delay",
  here: "a shortened burst leaves at once, and gaps are never shortened",
  effect: "bursts are smaller while cwnd limits the flow",
};

const BBR_EQUAL_RTT: Deviation = {
  subject: "smallest RTT",
  text: "google/bbr v2alpha: an equal sample postpones PROBE_RTT",
  here: "only a smaller sample postpones PROBE_RTT, as in v1 and v3",
  effect:
    "without noise, every empty queue would give an equal sample, and PROBE_RTT would never start: alone over 10 Mbps and 100 ms through CoDel 9.5 Mbps in the kernel, 9.2 here",
};

const BBR_SPURIOUS: Deviation = {
  subject: "spurious losses",
  text: "Linux: the reaction to the losses is undone",
  here: "no undo: changes to the model of the path remain",
  effect: "visible on paths that reorder packets (`--jitter-overtakes on`), and after a spurious timeout",
};

/** Deviations that v2 and v3 share. */
const BBR_BOUND_DEVIATIONS: readonly Deviation[] = [
  {
    subject: "marks",
    text: "google/bbr v3: marks count only if ECN was negotiated, the route is configured as low-latency, and the minimum RTT is at most 5 ms; otherwise packets are sent as ECT if ECN was negotiated, but marks have no effect",
    here: "every route counts as low-latency: marks count if ECN was negotiated and the minimum RTT is at most `bbr-ecn-max-rtt` (5 ms); above it the flow behaves as on Linux's other routes",
    effect:
      "above 5 ms BBR takes bandwidth from flows that respond to marks; without ECN (`--ecn off`) its packets are dropped like those of other flows",
  },
  {
    subject: "excess loss",
    text: "google/bbr, v2alpha and v3: while probing, also calculated for each lost segment, from the flight up to that segment",
    here: "calculated from the flight of the newest delivered segment",
    effect: "inflight_hi is a few segments larger after a probe with losses",
  },
  {
    subject: "smallest RTT of a short path",
    text: "a real path: the RTT includes the transmission time of a packet",
    here: "the RTT does not include the transmission time",
    effect:
      "burst sizes halve with each additional 512 µs of RTT: at 50 Mbps and 1 ms, bursts of 26 segments and a mean queue delay of 10.5 ms; with 0.24 ms transmission time, bursts of 15 and 6.4 ms",
  },
  BBR_FIRST_WINDOW,
  BBR_BURSTS,
  BBR_SPURIOUS,
];

export const CONTROL_DEVIATIONS: Readonly<Record<string, readonly Deviation[]>> = {
  bbr1: [BBR_FIRST_WINDOW, BBR_BURSTS, BBR_SPURIOUS],
  bbr2: [...BBR_BOUND_DEVIATIONS, BBR_EQUAL_RTT],
  bbr3: [
    ...BBR_BOUND_DEVIATIONS,
    {
      subject: "gains",
      text: "draft-ietf-ccwg-bbr-05: 0.5 in DRAIN, 0.90 in DOWN",
      here: "0.347 and 0.91, as in the kernel",
      effect: "both are settings",
    },
    {
      subject: "length of DRAIN",
      text: "the kernel: no limit",
      here: "at most three rounds, as in the draft",
    },
  ],
  cubic: [
    {
      subject: "α of W_est beyond the old window",
      text: "RFC 9438 §4.3: 1 as soon as W_est ≥ cwnd before the cut",
      here: "stays 3·(1 − β)/(1 + β) ≈ 0.53, as in ns-3 and as in Linux, in whose whole numbers it is 8/15",
      effect:
        "slower growth while the Reno-friendly window is the larger one, which is the case at short RTTs",
    },
    {
      subject: "α with another β",
      text: "RFC 9438 §4.3: calculated from β_cubic",
      here: "always calculated from 0.7, also with ABE or another β_loss",
      effect: "ABE changes only the cut (RFC 8511)",
    },
    {
      subject: "whole numbers",
      text: "RFC 9438 §4.4: growth of (target − cwnd)/cwnd per acknowledged segment",
      here: "integers as in Linux: cwnd, W_max, W_est, count and the distance of the curve from W_max in segments, K in 1/1024 s, and C = 410/1024 instead of 0.4",
      effect:
        "the curve reaches W_max 1.36 s before K; above 200 ms this determines in which round trip CoDel signals next. At such RTTs, goodput differs from the kernel by up to 15 % at a single RTT, by 5 % on average without regard to sign (11 % if the curve is rounded down), and by less than 5 % in the mean over RTTs",
    },
    {
      subject: "ticks",
      text: "RFC 9438 §4.2: the target follows the time of each ACK",
      here: "time in ticks of 4 ms from the start of the run; count is calculated at most once per tick, and once per 28 ms while cwnd is constant, as in Linux at 250 Hz; `--cubic-clock exact` for the RFC's rule",
      effect: "at RTTs far below 28 ms, cwnd stays constant for some time and then jumps to W_est",
    },
    {
      subject: "cube root",
      text: "Linux: a table and one Newton step",
      here: "the exact value, rounded down",
      effect: "K is up to 0.07 % longer, which is less than a tick for K up to 5 s",
    },
    {
      subject: "time ahead",
      text: "RFC 9438 §4.2: W_cubic(t + RTT) with the smoothed RTT",
      here: "W_cubic(t + minimum RTT), as in Linux",
      effect: "the curve is later by the queue delay",
    },
    {
      subject: "least growth without W_max",
      here: "at least one segment for twenty acknowledged segments, as in Linux",
      effect: "after HyStart or a timeout, cwnd grows by at least 5 % per round trip",
    },
    {
      subject: "what is counted",
      text: "RFC 9438 §4.3: acknowledged segments; Linux before 4.0: ACKs",
      here: "acknowledged segments; `--cubic-counts acks` for ACKs",
      effect: "with one ACK per two segments, the Reno-friendly window grew half as fast in those kernels",
    },
    {
      subject: "W_max under ABE",
      text: "RFC 9438 §4.7: cwnd·(1 + β)/2",
      here: "calculated with β_loss, also for marks",
      effect: "fast convergence reduces W_max equally for marks and losses",
    },
    {
      subject: "β",
      text: "Linux: 717/1024 = 0.7002",
      here: "0.7",
      effect: "no effect up to 516 segments; above, cwnd is one segment smaller after some cuts",
    },
    {
      subject: "HyStart",
      text: "RFC 9438 §4.10: for example HyStart++ (RFC 9406)",
      here: "Linux's HyStart by default",
      effect: "`--hystart-variant rfc9406` for HyStart++",
    },
    {
      subject: "HyStart's allowance for ACK aggregation",
      text: "Linux: at most 1 ms, and less at high pacing rates",
      here: "always 1 ms",
      effect: "on fast paths, slow start ends when the ACK train is 0.5 ms longer",
    },
  ],
  dctcp: [
    {
      subject: "α (`dctcp-alpha`)",
      text: "RFC 8257 §3.3, ns-3: a real number",
      here: "a multiple of 1/1024, as in Linux; `--dctcp-alpha real` for the RFC's rule",
      effect:
        "a share of marks below 1/64 does not count: beside CUBIC at 100 Mbps and 20 ms, in a DualPI2 whose L queue accepts any ECT packet, DCTCP gets 86 % of the total goodput; with a real number 58 %",
    },
    {
      subject: "a cut",
      text: "RFC 8257, ns-3: in bytes",
      here: "rounded down to whole segments, as in Linux",
      effect: "small windows are reduced less, so more packets are marked",
    },
    {
      subject: "what ECE stands for",
      text: "RFC 8257 §3.3: the acknowledged bytes",
      here: "all segments that the ACK newly acknowledges or SACKs, as in Linux",
    },
  ],
  "ecn-ab": [
    {
      subject: "growth",
      text: "Kwon and Fahmy: growth of α/cwnd with each ACK",
      here: "growth of one segment after cwnd/α segments have been acknowledged",
      effect: "growth is not slower with delayed ACKs",
    },
    {
      subject: "a loss",
      text: "the paper: half of the window, as in Reno",
      here: "β_loss, with SACK recovery",
    },
    {
      subject: "a mark in slow start",
      text: "ns-2: half of the window for any β",
      here: "β_ecn; `--ab-slow-start half` for ns-2's rule",
      effect: "a different first decrease",
    },
    {
      subject: "fractions of a segment",
      text: "ns-2: lost at each decrease",
      here: "kept; `--ab-cut whole` for ns-2's rule",
      effect: "in ns-2, growth of less than one segment per round trip is slower",
    },
  ],
  hstcp: [
    {
      subject: "growth for an ACK",
      text: "RFC 3465: growth by the number of acknowledged bytes",
      here: "a(w)/cwnd for each ACK, for any number of acknowledged segments, as in RFC 3649 §5 and Linux",
      effect: "delayed ACKs halve the growth, also for small windows",
    },
    {
      subject: "a(w)",
      text: "RFC 3649 §5: a formula; appendix B: a table for integer a(w)",
      here: "the table, rounded up within each row, as in Linux",
      effect:
        "larger windows at high loss rates: 59 segments on average at 1e-3 instead of 38 by the formula, 1900 instead of 1795 at 1e-5",
    },
    {
      subject: "b(w) of a cut",
      text: "RFC 3649: for the window that is cut",
      here: "for the last window that congestion avoidance increased, as in Linux",
      effect: "the cut after the first slow start halves cwnd",
    },
    {
      subject: "β_loss, β_ecn",
      here: "both replace the cut of small windows; growth is the same as with 0.5",
      effect: "ABE does not change growth (RFC 8511)",
    },
  ],
  htcp: [
    {
      subject: "growth",
      text: "draft-leith-tcp-htcp-06: growth of α/cwnd per acknowledged segment; α is calculated with each ACK",
      here: "α is calculated each time that cwnd grows by a segment; the ACK that causes the growth, and the remainder, do not count, as in Linux",
      effect: "slower growth, and the first segment after a cut uses the previous α",
    },
    {
      subject: "precision",
      text: "the draft: real numbers",
      here: "RTTs in ticks of 4 ms, an integer α before the factor for β, and β in 1/128 but not from RTTs of 10 ms or less, as in Linux",
      effect: "β rises to 0.8 within about ten signals; `--rtt-tick 0` for real numbers",
    },
    {
      subject: "scaling by RTT",
      text: "FreeBSD: off",
      here: "on, as in Linux",
      effect:
        "at 40 ms, less than half of the growth after a long time without a signal; `--htcp-rtt-scaling off` for FreeBSD's rule",
    },
    { subject: "β and growth", here: "α compensates for β_loss, also after marks" },
  ],
  prague: [
    {
      subject: "end of slow start by a mark",
      text: "Linux: slow start continues until an ACK that covers only marked segments",
      here: "slow start ends at the first mark",
    },
    {
      subject: "a loss",
      text: "Linux: cwnd returns by one segment per ACK",
      here: "ssthresh is half of the window, and after a timeout slow start continues to it",
    },
    {
      subject: "bursts",
      text: "Linux: 0.24 ms of the pacing rate, at least two segments up to 5.15, one in 6.x",
      here: "single segments; `--prague-bursts on` for at least two segments",
      effect: "the low-latency queue is shorter by up to one burst",
    },
    {
      subject: "queues that mark as RFC 3168 says",
      text: "a fallback, described in drafts and off in Linux",
      here: "no fallback",
      effect: "Prague takes more than its share at such queues",
    },
  ],
  scalable: [
    {
      subject: "small windows",
      text: "Kelly: NewReno's rules below 16 segments",
      here: "NewReno's growth below 100 segments, but cuts by one eighth, as in Linux",
    },
    {
      subject: "count",
      text: "ns-3, older Linux: one segment per 50 ACKs",
      here: "one segment per 100 acknowledged segments",
      effect: "growth is not halved by delayed ACKs",
    },
  ],
  unresponsive: [
    {
      subject: "a signal that is not ignored",
      here: "a cut with the next ACK, regardless of the setting `recovery`",
    },
  ],
  vegas: [
    {
      subject: "losses, slow start",
      text: "the paper: earlier loss detection; growth every second round",
      here: "the usual loss detection of TCP; growth every round, as in Linux",
    },
    { subject: "Diff", here: "rounded down before the comparison, as in Linux" },
    {
      subject: "α, β, γ",
      text: "ns-2: 1, 3, 1",
      here: "2, 4, 1, as in Linux",
      effect: "one more segment in the queue",
    },
    { subject: "marks", text: "Vegas is older than ECN", here: "a cut by β_ecn, as for any ECN sender" },
  ],
  westwood: [
    {
      subject: "when ssthresh is set",
      text: "the papers: set to the estimate when a reduction starts",
      here: "first set by β, then to the estimate when the reduction is complete, whether this is smaller or larger, as in Linux",
      effect:
        "the link is idle for a round trip, and a burst follows; `--westwood-set-at start` for the papers' rule",
    },
    {
      subject: "whole numbers",
      text: "the papers: real numbers",
      here: "bytes per tick of 4 ms, rounded down by both filters, as in Linux; `--rtt-tick 0` for real numbers",
      effect:
        "a difference of one segment of cwnd: with CoDel at 200 ms, bursts after a cut end series of marks one cut sooner",
    },
    {
      subject: "marks",
      text: "the papers are older than ABE",
      here: "β_ecn reduces the window; when the reduction is complete, the window is set to bandwidth estimate times smallest RTT, as after a loss",
    },
    {
      subject: "no estimate yet",
      text: "Linux: two segments",
      here: "the result of the reduction remains, as in NewReno; so does ssthresh after a timeout",
    },
  ],
};
