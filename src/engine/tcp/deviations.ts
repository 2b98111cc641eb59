/** Differences between this TCP and its RFCs or Linux that do not depend on the congestion control. */
import type { Deviation } from "../params/algorithm.ts";

/** Deviations of TCP for all congestion controls. */
export const TCP_DEVIATIONS: readonly Deviation[] = [
  {
    subject: "base of a reduction",
    text: "RFC 5681 §3.1, RFC 8511 §3.1: FlightSize",
    here: "cwnd, as Linux and FreeBSD",
    effect: "nothing while the sender is limited by cwnd",
  },
  {
    subject: "whole segments",
    text: "RFC 5681: bytes",
    here: "cwnd and ssthresh in whole segments, as Linux; cuts round down",
    effect: "at small windows: 3 segments with β 0.8 become 2",
  },
  {
    subject: "slow start",
    text: "RFC 5681 §3.1: at most one segment an ACK; RFC 3465: at most two",
    here: "all segments that an ACK acknowledges, as Linux",
    effect: "delayed ACKs do not slow it",
  },
  {
    subject: "PRR for ECE",
    text: "RFC 6937: for losses",
    here: "for ECE too, as Linux; `--recovery classic`, for all flows or one group, reduces at once, as FreeBSD",
    effect:
      "at long round trips reductions come in pairs; see [validation](validation.md#why-prr-makes-reductions-come-in-pairs)",
  },
  {
    subject: "RecoverFS of PRR",
    text: "RFC 6937 §3: FlightSize",
    here: "cwnd before the reduction, as Linux",
    effect: "nothing while the sender is limited by cwnd",
  },
  {
    subject: "RTO floor",
    text: "RFC 6298 §2.4: 1 s on the whole RTO",
    here: "200 ms on 4·RTTVAR, as Linux: RTO ≥ SRTT + 200 ms",
    effect: "a floor on the whole would cause spurious timeouts above 200 ms of RTT",
  },
  {
    subject: "RTTVAR",
    text: "Linux: the largest deviation of a round trip, slowly forgotten",
    here: "RFC 6298 §2.3",
    effect: "shorter timeouts than Linux after a spike; above the floor only",
  },
  {
    subject: "least window",
    text: "RFC 5681 §3.1 eq. 4: two segments; ns-2: one, with ssthresh at two",
    here: "two, of cwnd and ssthresh alike; `--min-cwnd 1`",
    effect: "many flows on a slow link",
  },
  {
    subject: "receive window",
    text: "RFC 9293 §3.8.6: what the receiver says",
    here: "none; `--receive-window` a fixed one, always open",
    effect: "ns-2: `window_`, beyond which cwnd grows on",
  },
  {
    subject: "RTO before a sample",
    text: "RFC 6298 §2.1: 1 s; ns-2 until 2006: 6 s",
    here: "1 s, `--initial-rto`",
    effect: "losses at the start of a connection",
  },
  {
    subject: "RTO backed off",
    text: "RFC 6298 §5: until there is a new sample",
    here: "until new data is acknowledged, as Linux, where timestamps make each ACK a sample; with `--timer-tick` until a segment that was sent once is acknowledged",
    effect: "losses in a row at small windows",
  },
  {
    subject: "additive increase of NewReno",
    text: "RFC 5681 §3.1 eq. 3: 1/cwnd with each ACK",
    here: "a segment once as many are acknowledged as cwnd holds, as Linux; `--reno-increase fraction`",
    effect: "windows of two or three segments grow a third faster",
  },
  {
    subject: "cwnd = ssthresh",
    text: "RFC 5681 §3.1: slow start or congestion avoidance; FreeBSD: one more step of slow start, past ssthresh",
    here: "congestion avoidance, as Linux since 2015; `--reno-slow-start through` for NewReno",
    effect: "each cut is followed by one or two segments more",
  },
  {
    subject: "who opens a connection",
    text: "RFC 9293 §3.5: either end; readers of web pages open theirs",
    here: "the end that sends the data, for all traffic",
    effect:
      "of a web page the SYN passes the queue of the data, instead of the SYN-ACK: the same size and time",
  },
  {
    subject: "SYN-ACK sent again",
    text: "Linux tcp_synack_retries: also by the end that sent it, after 1 s; a SYN-ACK that comes again is acknowledged again",
    here: "only as the answer to a SYN that comes again",
    effect: "none but for SYN-ACKs that are lost: both timers run out at the same moment",
  },
  {
    subject: "window after a lost SYN",
    text: "RFC 5681 §3.1: one segment",
    here: "one segment after two lost ones, as Linux (tcp_init_transfer)",
    effect: "a flow whose first SYN is lost starts a second later, with its whole initial window",
  },
  {
    subject: "ECN after a lost SYN",
    text: "RFC 3168 §6.1.1.1: may ask without ECN",
    here: "does, as Linux (tcp_ecn_fallback); senders that need ECN ask each time, where kernels with AccECN give up with the third SYN",
    effect: "a flow whose SYN was lost has no ECN: it loses packets where the others are marked",
  },
  {
    subject: "CE on packets of the handshake",
    text: "RFC 9768 §3.2.2.3: feedback on the SYN-ACK's mark",
    here: "reflected in the bits, and counted by nobody, as Linux 6.1; kernels with AccECN count both ways",
    effect: "only of senders whose SYNs are ECN-capable: DCTCP and those with accurate feedback",
  },
  {
    subject: "RACK",
    text: "RFC 8985 §6.2 step 2: time stamps tell an answer to a retransmission from one to the original",
    here: "by the smallest RTT alone; `--rack-losses off` finds first losses by three SACKed segments above (RFC 6675)",
    effect: "only for segments that came twice",
  },
  {
    subject: "a lost retransmission",
    text: "RFC 5681 §4.3: lower the window again; Linux does not",
    here: "lowered again only when a recovery has stood still for two SRTT",
    effect:
      "without it a queue that marks data and drops retransmissions, which are not ECN-capable, would hold the window up for ever",
  },
  {
    subject: "reordering window",
    text: "Linux: in ticks, two more of them; widened once for each round trip by its rate samples",
    here: "exact and two times 1 ms more; widened once while SND.UNA passes SND.NXT of then, as RFC 8985 §6.2 step 4",
    effect: "at 250 ticks a second Linux waits up to 10 ms longer",
  },
  {
    subject: "SACK compression",
    text: "Linux since 4.18 (tcp_comp_sack_delay_ns): with a hole open, from the fourth ACK on one SACK for what comes in 1 ms and up to 0.1 ms more, or in 5 % of the smaller of two measured round trips (33 % in 7.3)",
    here: "the same, for exactly 1 ms or 5 % of the path's round trip without queues, as it is when the connection begins; `--sack-delay 0` for a SACK at once, as RFC 5681 §4.2",
    effect: "at round trips below 20 ms a sender hears sooner than from Linux 7.3",
  },
  {
    subject: "NextSeg rules 3 and 4",
    text: "RFC 6675 §4: with nothing new to send, what is not SACKed and not yet lost, and one rescue at the end",
    here: "neither, as Linux since 2017 (4.14, tcp_xmit_retransmit_queue), where a probe and the reordering window do it; `--forward-retransmissions on` for rule 3, `--rack-losses off` for rule 4",
    effect: "only at the end of a transfer",
  },
  {
    subject: "tail loss probe",
    text: "RFC 8985 §7.2: after 2·SRTT, and the delayed ACK's time for a lone segment; Linux: two ticks more, in ticks",
    here: "2·SRTT and 2 ms, for a lone segment the RTO floor instead of these; no later than the RTO, as Linux",
    effect: "at 250 ticks a second Linux probes up to 10 ms later",
  },
  {
    subject: "undoing a reduction",
    text: "Linux: also where time stamps show that an ACK answers the original (Eifel, RFC 4015)",
    here: "by F-RTO (RFC 5682) and by DSACKs (RFC 3708)",
    effect: "a recovery for nothing is undone one round trip later",
  },
  {
    subject: "losses beyond the recovery point",
    text: "RFC 6675 §5: another recovery",
    here: "the same, at the ACK that ends the one before, with a reduction, as Linux",
    effect: "a slow-start overshoot can cut twice",
  },
  {
    subject: "growth when a recovery ends",
    text: "ns-3: segments that SACK told of before count once more",
    here: "each segment counts once, as Linux",
    effect: "see below",
  },
  {
    subject: "only growth when limited by cwnd",
    text: "RFC 5681 §3.1: only while it is used; RFC 7661: by a measured pipe",
    here: "a window that was full within a round trip, and in slow start up to twice what was out, as Linux since 6.1; `--app-limited-growth off`: only when it stopped the last attempt to send",
    effect: "nothing for endless transfers",
  },
  {
    subject: "delayed ACKs",
    text: "RFC 5681: at least every second segment, within 500 ms; Linux adapts 40 to 200 ms",
    here: "every second, 40 ms",
    effect: "only for single segments",
  },
  {
    subject: "quick ACKs",
    here: "1450 segments at the start, as a Linux receiver while its window opens; `--quick-acks 0`",
    effect: "smoother slow start",
  },
  {
    subject: "quick ACKs after CE",
    text: "Linux since 2018: two, 16 before; FreeBSD: none",
    here: "two; `--quick-acks-after-ce`",
    effect: "a little less growth in the round trip of a mark",
  },
  {
    subject: "end of a transfer",
    here: "the last segment is acknowledged at once",
    effect: "completion times without the delayed-ACK timer",
  },
  {
    subject: "ECE with cwnd of one segment",
    text: "RFC 3168 §6.1.2: wait for the retransmission timer",
    here: "cwnd stays at two (`--min-cwnd`: 1 to 4)",
    effect: "a mark cannot push many flows below two segments each",
  },
  {
    subject: "ECE on the ACK that ends a recovery",
    text: "RFC 3168 §6.1.2: one reduction per window of data",
    here: "reduces again, as Linux",
    effect: "a loss and a mark in one window can cost two cuts",
  },
  {
    subject: "ECN on ACKs, retransmissions",
    text: "RFC 3168 §6.1: none; ns-2: retransmissions too",
    here: "none with the classic feedback (`--ect-retransmissions on`: retransmissions too); as data for DCTCP, BBRv2, BBRv3 and Prague, as Linux where the sender needs ECN",
    effect: "a queue above a low threshold would drop their retransmissions",
  },
  {
    subject: "accurate ECN",
    text: "RFC 9768: three bits that wrap, and an option",
    here: "an exact counter in each ACK",
    effect: "lost ACKs hide no marks",
  },
  {
    subject: "a change of CE with DCTCP's feedback",
    text: "RFC 8257 §3.2: an ACK for what came before",
    here: "and one for the segment that changed it, at once, as Linux",
  },
  {
    subject: "a loss while reducing for a mark",
    text: "RFC 3168 §6.1.2: one reduction per window",
    here: "one with the classic feedback; a reduction of its own for senders with finer feedback, as Linux",
    effect: "DCTCP halves for the loss",
  },
  {
    subject: "idle restart",
    text: "Linux: halves cwnd for each timeout of idle time",
    here: "the initial window, at once, as RFC 5681 §4.1",
    effect: "after one or two timeouts a smaller window than Linux's",
  },
  {
    subject: "ssthresh after idle time",
    text: "RFC 5681 §4.1: as it was",
    here: "three quarters of the old cwnd at least, as RFC 7661 §4.4 and Linux (tcp_current_ssthresh)",
    effect:
      "slow start leads back to near the old window: a flow that is on and off by 2 s has about 3 % more goodput",
  },
  {
    subject: "a cut that is pending over idle time",
    text: "RFC 5681 §4.1: cwnd is the restart window",
    here: "it goes on, as Linux: the first ACK after the pause sets cwnd to the cut's ssthresh",
    effect: "then slow start is left out",
  },
  {
    subject: "timers",
    text: "Linux at 250 ticks a second: times above 252 ms are rounded up by up to 32 ms (its timer wheel)",
    here: "exact",
    effect: "a SYN that is sent again leaves 12 to 35 ms earlier, a timeout above 252 ms up to 32 ms earlier",
  },
  {
    subject: "bytes of an ACK",
    text: "RFC 2018: eight bytes more for each SACK block",
    here: "always `overhead`",
    effect: "matters where the way back is full",
  },
];
