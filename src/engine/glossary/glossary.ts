/** The glossary: terms of the field, each explained in a sentence. Help texts use no other terms. */

/** A term of the field. */
export interface Term {
  /** Usual spelling; `_` starts a subscript. */
  readonly term: string;
  /** Other spellings, abbreviations and forms; plurals in "s" are recognised automatically. */
  readonly also: readonly string[];
  /** Meaning, in one plain sentence. */
  readonly text: string;
  /** Source. */
  readonly source: string;
  /** True for a term that occurs so often that it is explained only in the glossary, not at each occurrence. */
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

/** One entry per term: "term; other forms [source]", followed by its sentence. A star marks common terms. */
const TERMS = `
# Signals: how a network tells senders of congestion, and how they answer.
* congestion [RFC 3168 §1]
  More arrives at a link than it can send, so that its queue grows.
* congestion signal; signal [RFC 3168 §1]
  A mark or a loss: what tells a sender that it sends too much.
ECN; Explicit Congestion Notification [RFC 3168]
  Routers mark packets instead of dropping them, and the receiver tells the sender of the mark.
ECT; ECT(0); ECT(1); ECN-capable [RFC 3168 §5, RFC 9331]
  What a packet says whose sender understands marks; ECT(1) asks for the treatment of L4S.
CE; Congestion Experienced [RFC 3168 §5]
  The mark itself: two bits in the header that a queue sets when it is congested.
mark; marked; marking; unmarked [RFC 3168 §5]
  A queue sets CE in a packet instead of dropping it.
drop; dropped; dropping [RFC 7567]
  A queue throws a packet away, because it is full or as a signal.
ECE; ECN-Echo [RFC 3168 §6.1]
  The receiver's flag in ACKs that tells the sender of a mark.
CWR; Congestion Window Reduced [RFC 3168 §6.1]
  The sender's flag that answers ECE: the window has been cut.
AccECN; accurate ECN [RFC 9768]
  Feedback that counts all marked packets, not only whether there was one.
ABE; Alternative Backoff with ECN [RFC 8511]
  A sender cuts its window less for a mark than for a loss, because a queue that marks is kept short.
backoff; back off [RFC 8511 §3.1]
  What a sender does at a signal: it cuts its window to a fraction of it.
β_ecn [RFC 8511 §3.1]
  The fraction of cwnd that is kept when a mark arrives.
β_loss; β_cubic [RFC 5681 §3.1, RFC 9438 §4.6]
  The fraction of cwnd that is kept when a packet is lost.
L4S [RFC 9330]
  A service for senders that answer each mark a little, so that queues stay very short: low latency, low
  loss, scalable throughput.
scalable [RFC 9332 §1.2]
  Of senders: so many marks in a round trip at any speed, each answered a little, as DCTCP and Prague do.
* classic [RFC 9332 §1.2]
  Of senders and queues: as before L4S; a mark counts as much as a loss.
random loss [RFC 3819]
  Packets lost on the way whatever the queues do, as by radio: no sign of congestion.
policer [RFC 2475 §2.3.3]
  A box that drops what is above an agreed rate instead of queueing it.
p_e [Kwon & Fahmy (2002)]
  Marks per packet in the stretches between signals that end with a mark.
p_t [Kwon & Fahmy (2002)]
  Losses per packet in the stretches between signals that end with a loss.
# Senders: windows, round trips, losses and how they are repaired.
SYN; SYNs [RFC 9293 §3.5]
  The packet without data that asks to open a connection.
SYN-ACK; SYN-ACKs [RFC 9293 §3.5]
  The answer to a SYN: when it is back the connection is open, and data may leave.
cwnd; congestion window [RFC 5681 §2]
  How many segments a sender may have on their way at a time.
ssthresh; slow-start threshold [RFC 5681 §3.1]
  The window at which slow start gives way to slower growth; each cut sets it anew.
slow start; slow-start [RFC 5681 §3.1]
  The beginning, when a sender doubles its window each round trip to find out what the path holds.
congestion avoidance [RFC 5681 §3.1]
  Growth after slow start: in NewReno by one segment each round trip.
* congestion control [RFC 5681]
  The rule by which a sender chooses how much to send: when to grow its window and by how much to cut it.
* segment [RFC 9293 §3]
  A piece of data as TCP sends it, in one packet; windows are counted in segments here.
MSS; maximum segment size [RFC 9293 §3.7.1]
  The most payload that one segment carries, here 1448 bytes by default.
in flight; in-flight; flight; inflight; pipe [RFC 6675 §4]
  What has been sent and is neither acknowledged nor found lost yet.
ACK; acknowledgement; acknowledgment [RFC 9293 §3.4]
  The small packet by which a receiver tells the sender what has arrived.
delayed ACK; delayed ACKs; delayed acknowledgement; Delayed-ACK [RFC 5681 §4.2]
  A receiver answers every second segment only, or after a short while.
duplicate ACK; duplicate acknowledgement [RFC 5681 §2]
  An ACK that tells of nothing new: a sign that a segment is missing.
SACK; selective acknowledgement; Selective acknowledgments [RFC 2018]
  ACKs that also name what has arrived beyond a gap, so that only what is missing is sent again.
DSACK; D-SACK [RFC 2883]
  A SACK that tells of a segment that arrived twice.
RTT; round-trip time; round trip; round-trip [RFC 6298]
  The time from sending a segment until its acknowledgement is back: the path and all queues on it.
SRTT; smoothed RTT [RFC 6298 §2]
  The sender's moving average of its RTT samples.
RTTVAR [RFC 6298 §2]
  How much a sender's RTT samples vary on average; it widens the RTO.
BaseRTT; min RTT; minimum RTT; RTT_min [Brakmo & Peterson (1995)]
  The smallest RTT seen, taken for that of the path without a queue.
RTO; retransmission timeout; timeout [RFC 6298]
  How long a sender waits for an acknowledgement before it takes everything for lost and starts again at one
  segment.
retransmission; retransmitted [RFC 5681 §3.2]
  A segment that is sent again because it was lost, or thought to be.
* spurious [RFC 5682]
  Of losses and timeouts: the segment was not lost after all, only late.
fast retransmit; fast recovery; loss recovery [RFC 5681 §3.2]
  A lost segment is sent again as soon as later ones have arrived, without waiting for the timeout, and the
  window is cut once.
PRR; Proportional Rate Reduction [RFC 6937]
  A cut is spread over a round trip: for each segment that arrives a little less than one leaves.
RACK [RFC 8985]
  A way to find losses by time: a segment counts as lost when one sent later has arrived and a short wait
  for what is only late is over.
tail loss probe; tail loss probes; TLP; loss probe [RFC 8985 §7]
  A segment sent after a short silence, so that a loss at the end of a transfer is noticed before the
  timeout.
F-RTO [RFC 5682]
  After a timeout the sender looks at the next ACKs: if they tell of segments that it sent only once, the
  timeout was spurious, and it takes its cut back.
reordering window [RFC 8985 §6.2]
  How long a sender waits for a segment that may only be late before it counts as lost.
limited transmit [RFC 3042]
  The first duplicate ACKs let new segments out, so that small windows can notice a loss.
initial window [RFC 6928]
  How many segments a new connection may send at once, here ten by default.
receive window [RFC 9293 §3.8.6]
  How much the receiver has room for; the sender keeps within it whatever cwnd is.
* handshake [RFC 9293 §3.5]
  The exchange by which a TCP connection is opened.
pacing; paced; paces; pace [draft-ietf-ccwg-bbr]
  Segments leave at a steady rate, one by one or a few at a time, not as fast as the window allows.
send quantum [draft-ietf-ccwg-bbr §5.6.3]
  How many segments a paced sender hands to the network card in one piece; they leave back to back.
GSO; TSO; segmentation offload [Linux]
  A host's way to handle many segments as one piece, which is cut into packets only below TCP.
* burst; bursty [RFC 8290]
  Several packets one right after the other, faster than the link that follows can pass them on.
HyStart; HyStart++ [RFC 9406]
  A rule that ends slow start when the round-trip time rises, before anything is lost.
overshoot [RFC 9406 §1]
  How far slow start goes beyond what path and buffer hold until the first signal reaches the sender.
Reno; Reno-friendly [RFC 5681]
  The classic congestion control: one segment more each round trip, half the window at each loss.
AIMD; sawtooth; sawteeth [RFC 5681 §3]
  Additive increase, multiplicative decrease: slow growth and cuts in proportion make the window a sawtooth
  over time.
fast convergence [RFC 9438 §4.7]
  CUBIC gives up some of its old peak when its window shrinks from cut to cut, so that new flows find room.
W_max [RFC 9438 §4.1]
  The plateau that CUBIC's curve returns to: its window before the last cut, or less where fast convergence gave some of it up.
W_cubic; cubic curve [RFC 9438 §4.2]
  The window that CUBIC grows along: steep at first, flat near the old peak, then steep again.
W_est [RFC 9438 §4.3]
  The window that a Reno sender would have in CUBIC's place; cwnd is never below it.
STARTUP [draft-ietf-ccwg-bbr §5.3.1]
  BBR's first phase: it doubles what it sends each round trip until the bandwidth it sees grows no more.
DRAIN [draft-ietf-ccwg-bbr §5.3.2]
  BBR's phase after STARTUP: it sends more slowly until the queue it built is empty.
PROBE_BW; DOWN; CRUISE; REFILL; UP [draft-ietf-ccwg-bbr §5.3.3]
  BBR's usual phase: it sends faster now and then to see whether there is more bandwidth, and drains what
  that queued; v2 and v3 call its steps DOWN, CRUISE, REFILL and UP.
PROBE_RTT [draft-ietf-ccwg-bbr §5.3.4]
  BBR's moment with a very small window, in which the queue drains and the true round-trip time shows.
inflight_hi; inflight_lo [draft-ietf-ccwg-bbr §5.5]
  BBR's bounds of what may be in flight: what its last probe found safe, and a lower one that losses and
  marks set until the next probe.
# Queues: disciplines, their delay and how they decide.
AQM; active queue management [RFC 7567]
  A queue that marks or drops before it is full, to keep the delay short.
queue discipline; discipline; qdisc [RFC 7567]
  The rule of a queue: which packet leaves next, and which is marked or dropped.
sojourn time; sojourn [RFC 8289]
  How long a packet was in the queue.
queue delay; queueing delay [RFC 8033 §4]
  How much longer packets take because of a queue.
standing queue [RFC 8289]
  A queue that never empties: it delays everything and makes nothing faster.
backlog [RFC 8290]
  What waits in a queue, in packets or bytes.
* buffer [RFC 7567]
  The room in which a queue waits; what comes when it is full is dropped.
bufferbloat [RFC 8290]
  Buffers so large, and filled, that every packet is late.
overflow; tail drop [RFC 7567]
  A packet arrives at a full queue and is dropped.
DropTail; FIFO [RFC 7567]
  A queue without rules: first come, first served, and what finds it full is dropped.
* threshold [RFC 7567]
  A limit that decides: above it a queue begins to mark or drop.
* target [RFC 8289 §4.4, RFC 8033 §4.2]
  The queue delay that a discipline aims at.
* interval [RFC 8289 §4.3]
  How long CoDel bears a delay above its target before it signals: about a round-trip time.
signalling state; dropping state [RFC 8289]
  CoDel while it signals, by marks or by drops: each signal sooner than the one before, until the delay is below the target.
marking probability; drop probability [RFC 8033 §4.2]
  The chance at which a queue marks or drops a packet that comes.
burst allowance [RFC 8033 §4.4]
  The time for which PIE lets a burst pass without a signal.
PI; proportional-integral [Hollot et al. (2001), RFC 8033 §4.2]
  A controller that corrects by how far the queue is from its target and by how that has changed.
th_max; th_min [Floyd & Jacobson (1993)]
  RED's two thresholds of the average queue: below the lower one it signals nothing, between them more and
  more, and from the upper one, or with gentle from twice that on, everything.
max_p; p_max [Floyd & Jacobson (1993)]
  The probability that RED signals with when the average queue is at its upper threshold.
w_q [Floyd & Jacobson (1993)]
  The weight of the newest packet's reading in RED's average of the queue: a small one follows slowly.
BLUE [Feng et al. (2002)]
  An AQM that raises its probability when the queue overflows and lowers it when the link is idle; COBALT
  adds it to CoDel.
CAKE [Høiland-Jørgensen et al. (2018)]
  The shaper and queue of Linux in which COBALT was first used.
moving average; EWMA [Floyd & Jacobson (1993)]
  An average in which each new sample replaces a small share of the old value.
flow queueing; FQ [RFC 8290]
  Each flow has a queue of its own, and they take turns: the long queue of one flow does not delay the others.
DRR; deficit round robin; quantum [RFC 8290]
  Taking turns by bytes: in each round every queue may send a quantum.
sparse flow; sparse [RFC 8290]
  A flow that sends so little that it never builds a queue of its own; flow queueing lets it pass first.
coupled; coupling [RFC 9332 §2.1]
  DualPI2 derives the marks of its L queue from those of the classic one, so that both kinds of senders have
  windows about alike.
* router [RFC 1812]
  A box that passes packets on from link to link, with a queue before each.
MTU; maximum transmission unit [RFC 1191]
  The largest packet that a link carries, often 1500 bytes.
# Numbers: what is measured of a run.
* throughput [RFC 5166 §2.1]
  How much arrives in a second, in order or not, retransmissions included.
goodput [RFC 5166 §2.1.1]
  What reaches the application in a second: in order, without headers, and nothing twice.
utilisation [RFC 5166 §2.1]
  The share of the time in which a link is busy.
* fairness; fair; fair share [RFC 5166 §2.3]
  Whether flows that share a link get alike.
Jain's index; Jain; Jain’s index [Jain et al. (1984)]
  One number for fairness: 1 when all get the same, 1/n when one of n gets everything.
convergence; converged; converge [RFC 5166 §2.3]
  How long it takes after a flow has joined until all get about the same.
max-min; max-min fair [Bertsekas & Gallager (1992)]
  Shares in which none can have more without taking from one that has less.
percentile; p50; p90; p95; p99 [RFC 2330 §11.3]
  p99 is the value that 99 % of the samples do not exceed; p50 is the median.
median [RFC 2330 §11.3]
  The value in the middle: half of the samples are at or below it.
rank correlation [Spearman (1904)]
  Whether two quantities rise and fall together, by order alone: 1 always, 0 not at all, −1 one against the
  other.
CDF; cumulative distribution [RFC 2330 §11.3]
  The curve that says for each value which share of the samples is at or below it.
response time [RFC 5166 §2.2]
  From the request to the last byte of the answer.
warm-up; Warm-up [docs/model.md]
  The first part of a run, left out of the numbers because queues and windows are still finding their size.
* seed [docs/model.md]
  The number that chance begins with: the same seed gives the same run.
digest [docs/model.md]
  A short text made of all figures of a run: equal digests mean equal runs, to the bit.
* CSV [RFC 4180]
  A table as a text file: a line for each row, with commas between the columns.
# Paths, and what is sent over them.
* flow [RFC 6437 §1]
  All packets of one sender to one receiver that belong together.
* packet [RFC 1122 §1.3.3]
  A piece of data on its way, with a header that says where it goes.
* header; headers [RFC 1122 §1.3.3]
  The bytes before the payload that say where a packet goes and what it belongs to.
* payload [RFC 1122 §1.3.3]
  What a packet carries for the application.
* TCP; Transmission Control Protocol [RFC 9293]
  The protocol that delivers data in order and whole, and slows down at congestion.
UDP; datagram; datagrams [RFC 768]
  Packets without acknowledgements, order or congestion control.
* link [RFC 5136]
  One way from a router to the next, with a rate, a delay and a queue before it.
* route [RFC 1812]
  The links that a flow's packets pass.
bottleneck [RFC 5136]
  The link that holds a flow back: there the queue is.
* capacity [RFC 5136]
  How much a link can send in a second.
propagation delay; Propagation delay [RFC 7679]
  The time a packet takes over a link when nothing waits.
BDP; bandwidth-delay product; bandwidth-delay products [RFC 7323 §1.1]
  Capacity times round-trip time: what must be in flight to keep the path busy.
jitter [RFC 3393]
  Delay that varies from packet to packet.
reordering [RFC 4737]
  Packets arrive in another order than they left in.
dumbbell [RFC 7928]
  The usual test path: many senders and receivers on both sides of one bottleneck.
WAN; wide-area [RFC 1122]
  A network over long distances, with round trips of tens of milliseconds.
DC; data centre; data center [RFC 8257 §1]
  A hall of computers joined by fast links with round trips of microseconds.
bulk; Bulk [RFC 7928]
  A flow that always has more to send, as a long download.
CBR; constant rate; constant bit rate [RFC 7928]
  Traffic at a constant rate that heeds no signal.
Poisson [RFC 2330 §11.1]
  Of arrivals: at random times, independent of each other, so many a second on average.
Pareto; Pareto II [Crovella & Bestavros (1997)]
  Of sizes: most are small, a few are very large.
HTTP [RFC 9110]
  The protocol by which web pages and their parts are fetched.
FTP [RFC 959]
  File transfer: in papers a flow that sends as long as it runs.
* exponential; exponentially [RFC 2330 §11.1]
  Of random times: most are short, a few are long, whatever has passed already.
* RFC; RFCs [RFC 2026]
  The documents in which the Internet's protocols are written down.
* IETF [www.ietf.org]
  The body that writes and keeps the Internet's protocols.
* ns-2; ns-3 [www.nsnam.org]
  Simulators that much of the research on TCP was done with.
DCE [Tazaki et al. (2013)]
  Runs a real kernel's TCP inside the simulator ns-3.
* testbed [Khademi et al. (2017)]
  Real computers and links, set up for measurements.
* kernel [docs/validation.md]
  The core of an operating system: Linux's holds its TCP and its queues.
`;
