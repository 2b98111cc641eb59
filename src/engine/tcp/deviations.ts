/** Differences between this TCP and its RFCs or Linux that do not depend on the congestion control. */
import type { Deviation } from "../params/algorithm.ts";

/** Deviations of TCP for all congestion controls. */
export const TCP_DEVIATIONS: readonly Deviation[] = [
  {
    subject: "base of a reduction",
    text: "RFC 5681 §3.1, RFC 8511 §3.1: FlightSize",
    here: "cwnd, as in Linux and FreeBSD",
    effect: "no effect while the sender is limited by cwnd",
  },
  {
    subject: "whole segments",
    text: "RFC 5681: bytes",
    here: "cwnd and ssthresh in whole segments, as in Linux; cuts are rounded down",
    effect: "larger cuts of small windows: with β 0.8, 3 segments become 2",
  },
  {
    subject: "slow start",
    text: "RFC 5681 §3.1: growth of at most one segment per ACK; RFC 3465: at most two",
    here: "growth by all segments that an ACK acknowledges, as in Linux",
    effect: "growth is not slower with delayed ACKs",
  },
  {
    subject: "PRR for ECE",
    text: "RFC 6937: for losses",
    here: "for losses and ECE, as in Linux; with `--recovery classic`, for all flows or one group, immediate reduction, as in FreeBSD",
    effect:
      "at long round trips reductions come in pairs; see [validation](validation.md#why-prr-makes-reductions-come-in-pairs)",
  },
  {
    subject: "RecoverFS of PRR",
    text: "RFC 6937 §3: FlightSize",
    here: "cwnd before the reduction, as in Linux",
    effect: "no effect while the sender is limited by cwnd",
  },
  {
    subject: "RTO floor",
    text: "RFC 6298 §2.4: 1 s as the minimum of the RTO",
    here: "200 ms as the minimum of 4·RTTVAR, as in Linux: RTO ≥ SRTT + 200 ms",
    effect: "with 200 ms as the minimum of the RTO, RTTs above 200 ms would cause spurious timeouts",
  },
  {
    subject: "RTTVAR",
    text: "Linux: the largest deviation of a round trip, which decays slowly",
    here: "RFC 6298 §2.3",
    effect: "shorter timeouts than in Linux after an RTT spike, unless the minimum applies",
  },
  {
    subject: "least window",
    text: "RFC 5681 §3.1 eq. 4: two segments; ns-2: one segment, ssthresh two",
    here: "two segments, for both cwnd and ssthresh; `--min-cwnd 1` for one",
    effect: "visible with many flows on a slow link",
  },
  {
    subject: "receive window",
    text: "RFC 9293 §3.8.6: the window that the receiver advertises",
    here: "no receive window; `--receive-window` sets a fixed one",
    effect: "in ns-2, cwnd continues to grow beyond `window_`",
  },
  {
    subject: "RTO before a sample",
    text: "RFC 6298 §2.1: 1 s; ns-2 until 2006: 6 s",
    here: "1 s, `--initial-rto`",
    effect: "different timeouts for losses at the start of a connection",
  },
  {
    subject: "RTO backed off",
    text: "RFC 6298 §5: until the next RTT sample",
    here: "until new data is acknowledged, as in Linux, where timestamps make each ACK an RTT sample; with `--timer-tick`, until a segment that was sent only once is acknowledged",
    effect: "visible with consecutive losses at small windows",
  },
  {
    subject: "additive increase of NewReno",
    text: "RFC 5681 §3.1 eq. 3: growth of 1/cwnd with each ACK",
    here: "growth of one segment after cwnd segments have been acknowledged, as in Linux; `--reno-increase fraction` for the RFC",
    effect: "windows of two or three segments grow a third faster",
  },
  {
    subject: "cwnd = ssthresh",
    text: "RFC 5681 §3.1: slow start or congestion avoidance; FreeBSD: one more step of slow start, past ssthresh",
    here: "congestion avoidance, as in Linux since 2015; `--reno-slow-start through` for FreeBSD's rule with NewReno",
    effect: "in FreeBSD, cwnd is one or two segments larger after each cut",
  },
  {
    subject: "who opens a connection",
    text: "RFC 9293 §3.5: either host; for web pages the client",
    here: "the host that sends the data, for all traffic",
    effect:
      "for web pages, the SYN instead of the SYN-ACK passes through the data queue; size and time are the same",
  },
  {
    subject: "SYN-ACK sent again",
    text: "Linux tcp_synack_retries: also by the sender of the SYN-ACK, after 1 s; a repeated SYN-ACK is acknowledged again",
    here: "only as the response to a repeated SYN",
    effect: "visible only if a SYN-ACK is lost: both timers expire at the same time",
  },
  {
    subject: "window after a lost SYN",
    text: "RFC 5681 §3.1: one segment",
    here: "one segment, but only after two lost SYNs, as in Linux (tcp_init_transfer)",
    effect: "a flow whose first SYN is lost starts a second later, with its whole initial window",
  },
  {
    subject: "ECN after a lost SYN",
    text: "RFC 3168 §6.1.1.1: the retransmitted SYN may omit ECN",
    here: "the retransmitted SYN omits ECN, as in Linux (tcp_ecn_fallback); senders that require ECN always request it, whereas kernels with AccECN give up with the third SYN",
    effect:
      "a flow whose SYN was lost has no ECN: its packets are dropped where those of other flows are marked",
  },
  {
    subject: "CE on packets of the handshake",
    text: "RFC 9768 §3.2.2.3: feedback on the SYN-ACK's mark",
    here: "feedback in the header bits, but not counted as a mark, as in Linux 6.1; kernels with AccECN count them in both directions",
    effect: "only for senders whose SYNs are ECN-capable: DCTCP and senders with accurate feedback",
  },
  {
    subject: "RACK",
    text: "RFC 8985 §6.2 step 2: RTT of the delivered segment that was sent last; timestamps distinguish ACKs of a retransmission from ACKs of the original",
    here: "as in Linux, RTT of an acknowledged segment before that of a SACKed one (tcp_rack_advance); distinction by the minimum RTT only; `--rack-losses off` detects first losses by three later SACKed segments (RFC 6675)",
    effect:
      "if one ACK acknowledges a segment and reports the first hole, the loss counts at the next ACK; a short FIFO then often drops a second packet",
  },
  {
    subject: "a lost retransmission",
    text: "RFC 5681 §4.3: the window is reduced again; Linux: it is not",
    here: "second reduction only if a recovery makes no progress for two SRTT",
    effect:
      "without this rule, the window would never fall at a queue that marks data but drops retransmissions, which are not ECN-capable",
  },
  {
    subject: "reordering window",
    text: "RFC 8985: exact time; Linux: plus 2 ms, rounded up to clock ticks; widened at most once per round trip of its rate samples",
    here: "as in Linux at 250 ticks a second; widened at most once until SND.UNA passes the SND.NXT at that time, as in RFC 8985 §6.2 step 4",
    effect:
      "a loss at the first SACK is repaired by the next ACK if that arrives within a tick, not by the timer",
  },
  {
    subject: "SACK compression",
    text: "Linux since 4.18 (tcp_comp_sack_delay_ns): while a hole is open, from the fourth ACK on, one SACK for all arrivals within 1 ms plus up to 0.1 ms, or within 5 % of the smaller of two measured round-trip times (33 % in 7.3)",
    here: "the same with exactly 1 ms, or 5 % of the path's RTT without queues at the start of the connection; `--sack-delay 0` for immediate SACKs, as in RFC 5681 §4.2",
    effect: "at RTTs below 20 ms a sender receives SACKs sooner than from Linux 7.3",
  },
  {
    subject: "NextSeg rules 3 and 4",
    text: "RFC 6675 §4: without new data to send, retransmission of segments that are neither SACKed nor lost, and one rescue retransmission at the end",
    here: "neither rule, as in Linux since 2017 (4.14, tcp_xmit_retransmit_queue), where a probe and the reordering window replace them; `--forward-retransmissions on` for rule 3, `--rack-losses off` for rule 4",
    effect: "only at the end of a transfer",
  },
  {
    subject: "tail loss probe",
    text: "RFC 8985 §7.2: after 2·SRTT, plus the delayed-ACK time for a single segment; Linux: plus 2 ms, in clock ticks",
    here: "2·SRTT plus 2 ms, for a single segment the RTO floor instead of the 2 ms; no later than the RTO, as in Linux",
    effect: "at 250 ticks a second Linux probes up to 10 ms later",
  },
  {
    subject: "undoing a reduction",
    text: "Linux: also if timestamps show that an ACK was sent for the original (Eifel, RFC 4015)",
    here: "by F-RTO (RFC 5682) and by DSACKs (RFC 3708)",
    effect: "an unnecessary recovery is undone one round trip later",
  },
  {
    subject: "losses beyond the recovery point",
    text: "RFC 6675 §5: another recovery",
    here: "another recovery with a reduction, started by the ACK that ends the previous recovery, as in Linux",
    effect: "a slow-start overshoot can cause two cuts",
  },
  {
    subject: "growth when a recovery ends",
    text: "ns-3: segments that SACK reported before count again",
    here: "each segment counts once, as in Linux",
    effect: "see below",
  },
  {
    subject: "only growth when limited by cwnd",
    text: "RFC 5681 §3.1: growth only while cwnd is used; RFC 7661: limited by a measured pipe",
    here: "growth if the window was full within the last round trip, and in slow start up to twice the data in flight, as in Linux since 6.1; `--app-limited-growth off`: only if cwnd stopped the last attempt to send",
    effect: "no effect on endless transfers",
  },
  {
    subject: "delayed ACKs",
    text: "RFC 5681: at least every second segment, within 500 ms; Linux adapts 40 to 200 ms",
    here: "every second segment, after at most 40 ms",
    effect: "visible only for single segments",
  },
  {
    subject: "quick ACKs",
    here: "immediate ACKs for the first 1450 segments, as from a Linux receiver while its window opens; `--quick-acks 0` for none",
    effect: "slow start is smoother",
  },
  {
    subject: "quick ACKs after CE",
    text: "Linux: two since 2018, 16 before; FreeBSD: none",
    here: "two; `--quick-acks-after-ce` changes the number",
    effect: "slightly less growth in the round trip of a mark",
  },
  {
    subject: "end of a transfer",
    here: "immediate ACK of the last segment",
    effect: "completion times do not include the delayed-ACK timer",
  },
  {
    subject: "ECE with cwnd of one segment",
    text: "RFC 3168 §6.1.2: the sender waits for the retransmission timer",
    here: "cwnd stays at two (`--min-cwnd`: 1 to 4)",
    effect: "marks cannot reduce a flow below two segments",
  },
  {
    subject: "ECE on the ACK that ends a recovery",
    text: "RFC 3168 §6.1.2: one reduction per window of data",
    here: "another reduction, as in Linux",
    effect: "a loss and a mark in one window can cause two cuts",
  },
  {
    subject: "ECN on ACKs, retransmissions",
    text: "RFC 3168 §6.1: not ECN-capable; ns-2: retransmissions are",
    here: "not ECN-capable with classic feedback (`--ect-retransmissions on`: retransmissions are); ECN-capable like data for DCTCP, BBRv2, BBRv3 and Prague, as in Linux for senders that require ECN",
    effect: "otherwise a queue above a low threshold would drop the retransmissions of these senders",
  },
  {
    subject: "accurate ECN",
    text: "RFC 9768: a three-bit counter that wraps, and an option",
    here: "an exact counter in each ACK",
    effect: "no mark is missed when ACKs are lost",
  },
  {
    subject: "a change of CE with DCTCP's feedback",
    text: "RFC 8257 §3.2: an immediate ACK for the segments before the change",
    here: "also an immediate ACK for the first segment after the change, as in Linux",
  },
  {
    subject: "a loss while reducing for a mark",
    text: "RFC 3168 §6.1.2: one reduction per window",
    here: "no second reduction with classic feedback; a separate reduction for the loss with finer feedback, as in Linux",
    effect: "DCTCP halves for the loss",
  },
  {
    subject: "idle restart",
    text: "Linux: cwnd is halved for each RTO of idle time",
    here: "cwnd is set to the initial window at once, as in RFC 5681 §4.1",
    effect: "after one or two RTOs of idle time cwnd is smaller than in Linux",
  },
  {
    subject: "ssthresh after idle time",
    text: "RFC 5681 §4.1: unchanged",
    here: "at least three quarters of the old cwnd, as in RFC 7661 §4.4 and Linux (tcp_current_ssthresh)",
    effect:
      "slow start continues to near the old window: a flow that alternates between 2 s on and 2 s off has about 3 % more goodput",
  },
  {
    subject: "a cut that is pending over idle time",
    text: "RFC 5681 §4.1: cwnd is the restart window",
    here: "the cut continues, as in Linux: the first ACK after the pause sets cwnd to the ssthresh of the cut",
    effect: "slow start is skipped in this case",
  },
  {
    subject: "timers",
    text: "Linux at 250 ticks a second: times above 252 ms are rounded up by up to 32 ms (its timer wheel)",
    here: "exact times",
    effect:
      "a retransmitted SYN leaves 12 to 35 ms earlier, and timeouts above 252 ms occur up to 32 ms earlier",
  },
];
