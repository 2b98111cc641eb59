/**
 * The glossary: terms of the field, each explained in one sentence. Help texts may use only terms of the field that are listed
 * here.
 */

/** A term of the field. */
export interface Term {
  /** Usual spelling; `_` starts a subscript. */
  readonly term: string;
  /** Other spellings, abbreviations and forms of the term. Plurals in "s" need not be listed. */
  readonly also: readonly string[];
  /** Meaning, in one plain sentence. */
  readonly text: string;
  /** Source of the definition. */
  readonly source: string;
  /** True for a term that occurs very often. Only the glossary explains it; other texts do not. */
  readonly isCommon: boolean;
}

/** Returns all spellings of a term. */
export function formsOf({ term, also }: Term): readonly string[] {
  return [term, ...also];
}

const key = ({ term }: Term) => term.toLowerCase();

/** Returns the terms in alphabetical order. */
export function glossary(): readonly Term[] {
  const entries = TERMS.trim()
    .split(/\n(?=\S)/)
    .filter((entry) => !entry.startsWith("#"));
  return entries.map(termOf).sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function termOf(entry: string): Term {
  const [, star, forms, source, text] = /^(\* )?([^[]+) \[([^\]]+)\]\s+(\S.*)/s.exec(entry) ?? [];
  if (text === undefined) throw new Error(`not an entry of the glossary: ${entry}`);
  const [term, ...also] = forms.split("; ");
  return { term, also, text: text.replace(/\n\s+/g, " "), source, isCommon: star !== undefined };
}

/** The terms as text. Each entry is "term; other forms [source]", followed by its sentence. A star marks common terms. */
const TERMS = `
# Signals: how a network tells senders of congestion, and how they answer.
* congestion [RFC 3168 §1]
  More traffic arrives at a link than the link can send, so its queue grows.
* congestion signal; signal [RFC 3168 §1]
  A mark or a loss, which tells a sender to slow down.
ECN; Explicit Congestion Notification [RFC 3168]
  Routers mark packets instead of dropping them, and the receiver reports each mark to the sender.
ECT; ECT(0); ECT(1); ECN-capable [RFC 3168 §5, RFC 9331]
  The header value of a packet whose sender understands marks; ECT(1) also requests L4S treatment.
CE; Congestion Experienced [RFC 3168 §5]
  The mark itself: a value of two header bits, set by a queue that is congested.
mark; marked; marking; unmarked [RFC 3168 §5]
  A queue sets CE in a packet instead of dropping the packet.
drop; dropped; dropping [RFC 7567]
  A queue discards a packet, because the queue is full or as a congestion signal.
ECE; ECN-Echo [RFC 3168 §6.1]
  The flag in ACKs by which the receiver reports a mark to the sender.
CWR; Congestion Window Reduced [RFC 3168 §6.1]
  The flag by which the sender confirms ECE: its window is smaller now.
AccECN; accurate ECN [RFC 9768]
  ECN feedback that counts all marked packets, instead of only saying that there was one.
ABE; Alternative Backoff with ECN [RFC 8511]
  A sender reduces its window less for a mark than for a loss, because a queue that marks is kept short.
backoff; back off [RFC 8511 §3.1]
  The reduction of a sender's window to a fraction of its size after a congestion signal.
β_ecn [RFC 8511 §3.1]
  The fraction of cwnd that is kept when a mark arrives.
β_loss; β_cubic [RFC 5681 §3.1, RFC 9438 §4.6]
  The fraction of cwnd that is kept when a packet is lost.
L4S [RFC 9330]
  A service for senders that respond a little to each mark, so that queues stay very short: low latency, low
  loss, scalable throughput.
scalable [RFC 9332 §1.2]
  Describes senders that get the same number of marks per round trip at any speed and respond a little to
  each, such as DCTCP and Prague.
* classic [RFC 9332 §1.2]
  Describes senders and queues as they were before L4S: a mark counts as much as a loss.
random loss [RFC 3819]
  Packets that are lost on the path for other reasons than congestion, for example on a radio link.
policer [RFC 2475 §2.3.3]
  A device that drops traffic above an agreed rate instead of queueing it.
p_e [Kwon & Fahmy (2002)]
  Marks per packet, over the intervals between signals that end with a mark.
p_t [Kwon & Fahmy (2002)]
  Losses per packet, over the intervals between signals that end with a loss.
# Senders: windows, round trips, losses and how they are repaired.
SYN; SYNs [RFC 9293 §3.5]
  The first packet of a connection, which carries no data and asks to open it.
SYN-ACK; SYN-ACKs [RFC 9293 §3.5]
  The answer to a SYN; when it arrives, the connection is open and the sender may send data.
cwnd; congestion window [RFC 5681 §2]
  The number of segments that a sender may have in flight.
ssthresh; slow-start threshold [RFC 5681 §3.1]
  The window at which slow start ends and slower growth begins; each reduction resets it.
slow start; slow-start [RFC 5681 §3.1]
  The first phase of a connection, in which the sender doubles its window every round trip to find out how
  much the path can carry.
congestion avoidance [RFC 5681 §3.1]
  The growth after slow start: in NewReno by one segment per round trip.
* congestion control [RFC 5681]
  The algorithm by which a sender decides how much to send: when to grow its window and how far to reduce
  it.
* segment [RFC 9293 §3]
  The unit of data that TCP sends in one packet; windows are counted in segments here.
MSS; maximum segment size [RFC 9293 §3.7.1]
  The largest payload of a segment, here 1448 bytes by default.
in flight; in-flight; flight; inflight; pipe [RFC 6675 §4]
  Sent, but neither acknowledged nor considered lost yet.
ACK; acknowledgement; acknowledgment [RFC 9293 §3.4]
  The small packet by which a receiver tells the sender which data has arrived.
delayed ACK; delayed ACKs; delayed acknowledgement; Delayed-ACK [RFC 5681 §4.2]
  The receiver acknowledges only every second segment, or a single one after a short wait.
duplicate ACK; duplicate acknowledgement [RFC 5681 §2]
  An ACK that acknowledges nothing new: a sign that a segment is missing.
SACK; selective acknowledgement; Selective acknowledgments [RFC 2018]
  ACKs that also list the data received beyond a gap, so that only the missing segments are sent again.
DSACK; D-SACK [RFC 2883]
  A SACK that reports a segment that arrived twice.
RTT; round-trip time; round trip; round-trip [RFC 6298]
  The time from sending a segment to receiving its acknowledgement, including all queues on the path.
SRTT; smoothed RTT [RFC 6298 §2]
  The sender's moving average of its RTT samples.
RTTVAR [RFC 6298 §2]
  The average variation of a sender's RTT samples; a larger one makes the RTO longer.
BaseRTT; min RTT; minimum RTT; RTT_min [Brakmo & Peterson (1995)]
  The smallest RTT measured so far, used as the RTT of the path without a queue.
RTO; retransmission timeout; timeout [RFC 6298]
  The time a sender waits for an acknowledgement before it considers everything in flight lost and starts
  again with one segment.
retransmission; retransmitted [RFC 5681 §3.2]
  A segment that is sent again because it was lost, or was considered lost.
* spurious [RFC 5682]
  Describes a loss or timeout that was detected wrongly: the segment was not lost, only late.
fast retransmit; fast recovery; loss recovery [RFC 5681 §3.2]
  The sender repeats a lost segment as soon as later segments have arrived, without waiting for the timeout,
  and reduces the window once.
PRR; Proportional Rate Reduction [RFC 6937]
  Spreads a reduction over one round trip: a little less than one segment is sent for each segment that
  arrives.
RACK [RFC 8985]
  Detects losses by time: a segment counts as lost when a segment sent later has arrived and the reordering
  window has passed.
tail loss probe; tail loss probes; TLP; loss probe [RFC 8985 §7]
  A segment sent after a short silence, so that a loss at the end of a transfer is detected before the
  timeout.
F-RTO [RFC 5682]
  After a timeout the sender checks the next ACKs: if they acknowledge segments that it sent only once, the
  timeout was spurious, and the sender undoes its reduction.
reordering window [RFC 8985 §6.2]
  The time that a sender waits for a segment that may only be late before the segment counts as lost.
limited transmit [RFC 3042]
  A sender may send new segments on the first duplicate ACKs, so that a loss can be detected although the
  window is small.
initial window [RFC 6928]
  The number of segments that a new connection may send at once, here ten by default.
receive window [RFC 9293 §3.8.6]
  The amount of data that the receiver can accept; the sender never exceeds it, however large cwnd is.
* handshake [RFC 9293 §3.5]
  The exchange of packets that opens a TCP connection.
pacing; paced; paces; pace [draft-ietf-ccwg-bbr]
  Sending segments at a steady rate, one or a few at a time, instead of as fast as the window allows.
send quantum [draft-ietf-ccwg-bbr §5.6.3]
  The number of segments that a paced sender hands to the network card at once; they leave back to back.
GSO; TSO; segmentation offload [Linux]
  Hosts process many segments as one unit, which is split into packets only below TCP.
* burst; bursty [RFC 8290]
  Several packets sent back to back, faster than the next link can forward them.
HyStart; HyStart++ [RFC 9406]
  An algorithm that ends slow start when the round-trip time rises, before packets are lost.
overshoot [RFC 9406 §1]
  The amount by which slow start exceeds the capacity of path and buffer before the first signal reaches the
  sender.
Reno; Reno-friendly [RFC 5681]
  The classic congestion control: the window grows by one segment per round trip and is halved at each loss.
AIMD; sawtooth; sawteeth [RFC 5681 §3]
  Additive increase, multiplicative decrease: steady growth and proportional cuts give the window the shape
  of a sawtooth.
MIMD; AIAD; MIAD [Chiu and Jain 1989]
  Other ways to react to feedback, in the letters of AIMD: the first two for the increase, the last two for the decrease, each
  additive or multiplicative.
fast convergence [RFC 9438 §4.7]
  CUBIC lowers its remembered maximum when its window shrinks from cut to cut, which makes room for new
  flows.
W_max [RFC 9438 §4.1]
  The plateau of CUBIC's curve: the window before the last cut, or less when fast convergence lowered it.
W_cubic; cubic curve [RFC 9438 §4.2]
  The window that CUBIC follows over time: steep at first, flat near the old maximum, then steep again.
W_est [RFC 9438 §4.3]
  The window that a Reno sender would have instead; CUBIC's cwnd is never below it.
STARTUP [draft-ietf-ccwg-bbr §5.3.1]
  BBR's first phase: the sending rate doubles every round trip until the measured bandwidth stops growing.
DRAIN [draft-ietf-ccwg-bbr §5.3.2]
  BBR's phase after STARTUP: it sends more slowly until the queue that it built is empty.
PROBE_BW; DOWN; CRUISE; REFILL; UP [draft-ietf-ccwg-bbr §5.3.3]
  BBR's usual phase: it sends faster from time to time to look for more bandwidth, and then drains the queue
  this built; BBRv2 and BBRv3 call the steps DOWN, CRUISE, REFILL and UP.
PROBE_RTT [draft-ietf-ccwg-bbr §5.3.4]
  BBR's short phase with a very small window, which drains the queue so that the RTT of the path can be
  measured.
inflight_hi; inflight_lo [draft-ietf-ccwg-bbr §5.5]
  BBR's limits on the data in flight: the upper one was found safe by the last probe; losses and marks set
  the lower one until the next probe.
# Queues: disciplines, their delay and how they decide.
AQM; active queue management [RFC 7567]
  A queue that marks or drops packets before it is full, to keep the delay short.
queue discipline; discipline; qdisc [RFC 7567]
  The algorithm of a queue: which packet leaves next, and which is marked or dropped.
sojourn time; sojourn [RFC 8289]
  The time that a packet spent in the queue.
queue delay; queueing delay [RFC 8033 §4]
  The extra time that packets take because of a queue.
standing queue [RFC 8289]
  A queue that never empties: it delays every packet without raising the throughput.
backlog [RFC 8290]
  The amount of data in a queue, in packets or bytes.
* buffer [RFC 7567]
  The memory that holds a queue; packets that arrive when it is full are dropped.
bufferbloat [RFC 8290]
  Large delay of all packets, caused by buffers that are too large and full.
overflow; tail drop [RFC 7567]
  A packet arrives at a full queue and is dropped.
DropTail; FIFO [RFC 7567]
  A queue without AQM: first in, first out; packets that arrive when it is full are dropped.
* threshold [RFC 7567]
  The value above which a queue starts to mark or drop.
* target [RFC 8289 §4.4, RFC 8033 §4.2]
  The queue delay that a queue discipline tries to keep.
* interval [RFC 8289 §4.3]
  The time that CoDel tolerates a delay above its target before it signals: about one round-trip time.
signalling state; dropping state [RFC 8289]
  CoDel's state while it marks or drops, at shorter and shorter intervals, until the delay is below the
  target.
marking probability; drop probability [RFC 8033 §4.2]
  The probability with which a queue marks or drops an arriving packet.
burst allowance [RFC 8033 §4.4]
  The time during which PIE lets a burst pass without a signal.
PI; proportional-integral [Hollot et al. (2001), RFC 8033 §4.2]
  A controller that corrects in proportion to the distance from its target and to the change of that
  distance.
th_max; th_min [Floyd & Jacobson (1993)]
  RED's two thresholds for the average queue: no signals below the lower one, more and more between them,
  and everything above the upper one (with gentle: above twice the upper one).
max_p; p_max [Floyd & Jacobson (1993)]
  The probability with which RED signals when the average queue is at the upper threshold.
w_q [Floyd & Jacobson (1993)]
  The weight of the newest sample in RED's average queue: with a small weight the average follows slowly.
BLUE [Feng et al. (2002)]
  An AQM that raises its probability when the queue overflows and lowers it when the link is idle; COBALT
  combines it with CoDel.
CAKE [Høiland-Jørgensen et al. (2018)]
  The shaper and queue discipline of Linux that first used COBALT.
moving average; EWMA [Floyd & Jacobson (1993)]
  An average in which each new sample replaces a small share of the old value.
flow queueing; FQ [RFC 8290]
  Each flow has a separate queue, and the queues take turns, so the long queue of one flow does not delay
  the others.
DRR; deficit round robin; quantum [RFC 8290]
  Queues take turns by bytes: in each round every queue may send one quantum.
sparse flow; sparse [RFC 8290]
  A flow that sends too little to build a queue; flow queueing serves it first.
coupled; coupling [RFC 9332 §2.1]
  DualPI2 derives the marks of its L queue from the marks of its classic queue, so that both kinds of
  senders get similar windows.
* router [RFC 1812]
  A device that forwards packets from link to link, with a queue before each link.
MTU; maximum transmission unit [RFC 1191]
  The largest packet that a link carries, often 1500 bytes.
# Numbers: what is measured of a run.
* throughput [RFC 5166 §2.1]
  The data that arrives per second, in any order and including retransmissions.
goodput [RFC 5166 §2.1.1]
  The data that reaches the application per second: in order, without headers and without duplicates.
utilisation [RFC 5166 §2.1]
  The share of time in which a link is busy.
* fairness; fair; fair share [RFC 5166 §2.3]
  How equally flows share a link.
Jain's index; Jain; Jain’s index [Jain et al. (1984)]
  A measure of fairness: 1 when all flows get the same, 1/n when one of n flows gets everything.
convergence; converged; converge [RFC 5166 §2.3]
  The time from the start of a new flow until all flows get about the same.
max-min; max-min fair [Bertsekas & Gallager (1992)]
  An allocation in which no flow can get more without taking from a flow that has less.
percentile; p50; p90; p95; p99 [RFC 2330 §11.3]
  p99 is the value that 99 % of the samples do not exceed; p50 is the median.
median [RFC 2330 §11.3]
  The middle value: half of the samples are at or below it.
rank correlation [Spearman (1904)]
  Measures whether two quantities rise and fall together, by their order alone: from 1 (always) through 0
  (unrelated) to −1 (always opposite).
CDF; cumulative distribution [RFC 2330 §11.3]
  A curve that gives, for each value, the share of samples at or below it.
response time [RFC 5166 §2.2]
  The time from the request to the last byte of the answer.
warm-up; Warm-up [docs/model.md]
  The first part of a run, which the figures leave out because queues and windows have not settled yet.
* seed [docs/model.md]
  The start value of the random numbers: the same seed gives the same run.
digest [docs/model.md]
  A short text computed from all results of a run: equal digests mean that two runs are identical, bit for
  bit.
* CSV [RFC 4180]
  A table in a text file: one line per row, with commas between the columns.
# Paths, and what is sent over them.
* flow [RFC 6437 §1]
  All packets of one connection, from one sender to one receiver.
* packet [RFC 1122 §1.3.3]
  A unit of data that the network forwards, with a header that names its destination.
* header; headers [RFC 1122 §1.3.3]
  The bytes before the payload that say where a packet goes and which connection it belongs to.
* payload [RFC 1122 §1.3.3]
  The part of a packet that carries the application's data.
* TCP; Transmission Control Protocol [RFC 9293]
  The protocol that delivers data completely and in order, and slows down when the network is congested.
UDP; datagram; datagrams [RFC 768]
  Packets without acknowledgements, order or congestion control.
* link [RFC 5136]
  A connection from one router to the next, with a rate, a delay and a queue in front of it.
* route [RFC 1812]
  The links that a flow's packets pass through.
bottleneck [RFC 5136]
  The link that limits a flow: the queue builds up there.
* capacity [RFC 5136]
  The amount of data that a link can send per second.
propagation delay; Propagation delay [RFC 7679]
  The time that a packet takes to cross a link without queueing.
BDP; bandwidth-delay product; bandwidth-delay products [RFC 7323 §1.1]
  Capacity times round-trip time: the amount of data in flight that keeps the path busy.
jitter [RFC 3393]
  Delay that varies from packet to packet.
reordering [RFC 4737]
  Packets arrive in a different order than they were sent in.
dumbbell [RFC 7928]
  The usual test path: senders and receivers on both sides of one shared bottleneck.
WAN; wide-area [RFC 1122]
  A network over long distances, with round trips of tens of milliseconds.
DC; data centre; data center [RFC 8257 §1]
  A building full of computers with fast links between them and round trips of microseconds.
bulk; Bulk [RFC 7928]
  A flow that always has more data to send, like a long download.
CBR; constant rate; constant bit rate [RFC 7928]
  Traffic at a constant rate that ignores congestion signals.
Poisson [RFC 2330 §11.1]
  Describes events at random times that are independent of each other, with a given mean number per second.
Pareto; Pareto II [Crovella & Bestavros (1997)]
  Describes sizes of which most are small and a few are very large.
HTTP [RFC 9110]
  The protocol that transfers web pages and their parts.
FTP [RFC 959]
  File transfer; in papers, a flow that always has data to send.
* exponential; exponentially [RFC 2330 §11.1]
  Describes random times of which most are short and a few are long, independent of the time already waited.
* RFC; RFCs [RFC 2026]
  The documents that define the Internet's protocols.
* IETF [www.ietf.org]
  The organisation that develops the Internet's protocols.
* ns-2; ns-3 [www.nsnam.org]
  Simulators that much research on TCP was done with.
DCE [Tazaki et al. (2013)]
  Runs the TCP code of a real kernel inside the ns-3 simulator.
* testbed [Khademi et al. (2017)]
  Real computers and links that are set up for measurements.
* kernel [docs/validation.md]
  The core of an operating system; Linux's kernel contains its TCP and its queues.
`;
