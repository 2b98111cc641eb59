/**
 * Example programs that users can start from. Each reproduces a built-in algorithm. `like` holds the settings with which the
 * built-in algorithm behaves the same; tests compare the two.
 */
import type { ProgramKind } from "./contract.ts";

/** An example program that users can start from. */
export interface Template {
  readonly id: string;
  readonly kind: ProgramKind;
  readonly title: string;
  /** Purpose of the program, in one sentence. */
  readonly about: string;
  /** URL settings that run the built-in equivalent: "cc=newreno&beta-ecn=0.8"; null if there is no equivalent. */
  readonly like: string | null;
  readonly code: string;
}

/** Code for slow start and one more segment per round trip, which most example senders contain. */
const RENO_GROWTH = `// Segments acknowledged since the window last grew.
let credit = 0

function onAck(tcp) {
  let left = tcp.acked
  if (tcp.cwnd < tcp.ssthresh) {
    // Slow start: one segment more for each acknowledged one, up to ssthresh.
    const grown = min(tcp.cwnd + left, tcp.ssthresh)
    left -= grown - tcp.cwnd
    tcp.cwnd = grown
  }
  // Congestion avoidance: one segment more once a whole window is acknowledged.
  credit += left
  if (credit >= tcp.cwnd) {
    credit -= tcp.cwnd
    tcp.cwnd += 1
  }
}
`;

const aimd: Template = {
  id: "aimd",
  kind: "sender",
  title: "AIMD",
  about: "Additive increase, multiplicative decrease: the rule behind every sawtooth.",
  like: "cc=newreno&reno-increase=fraction",
  code: `// @sender AIMD
// @param increase = 1 segments (0.1 to 10) What a round trip adds to cwnd
// @param decrease = 0.5 ratio (0.1 to 0.99) What a mark or a loss leaves of cwnd

function onAck(tcp) {
  if (tcp.cwnd < tcp.ssthresh) tcp.cwnd = min(tcp.cwnd + tcp.acked, tcp.ssthresh)
  else tcp.cwnd += increase * tcp.acked / tcp.cwnd
}

function onMark(tcp) {
  tcp.ssthresh = tcp.cwnd * decrease
}

function onLoss(tcp) {
  tcp.ssthresh = tcp.cwnd * decrease
}
`,
};

const tahoe: Template = {
  id: "tahoe",
  kind: "sender",
  title: "Tahoe",
  about:
    "TCP before fast recovery: after every loss cwnd is one segment, and slow start begins again (Jacobson 1988).",
  like: null,
  code: `// @sender Tahoe
// @recovery own

// Without the line above a loss would lead to cwnd step by step, never below tcp.minCwnd.

function onAck(tcp) {
  // The ACK that ends a repair covers a whole window, which must not count as such (RFC 3465 §2.2).
  const acked = min(tcp.acked, 2)
  if (tcp.cwnd < tcp.ssthresh) tcp.cwnd = min(tcp.cwnd + acked, tcp.ssthresh) // slow start
  else tcp.cwnd += acked / tcp.cwnd // congestion avoidance: one segment a round trip
}

function onLoss(tcp) {
  tcp.ssthresh = max(2, tcp.cwnd / 2)
  tcp.cwnd = 1
}

function onMark(tcp) {
  onLoss(tcp)
}

function explain(tcp, event) {
  return "A " + event + " leaves one segment: slow start begins again."
}
`,
};

const abe: Template = {
  id: "abe",
  kind: "sender",
  title: "NewReno with ABE",
  about: "A mark comes from a short queue, so it may cost less than a loss (RFC 8511).",
  like: "cc=newreno&beta-ecn=0.8",
  code: `// @sender NewReno with ABE
// @param betaEcn = 0.8 ratio (0.3 to 0.99) What a mark leaves of cwnd
// @param betaLoss = 0.5 ratio (0.3 to 0.99) What a loss leaves of cwnd

${RENO_GROWTH}
function onMark(tcp) {
  credit = 0
  tcp.ssthresh = tcp.cwnd * betaEcn
}

function onLoss(tcp) {
  credit = 0
  tcp.ssthresh = tcp.cwnd * betaLoss
}

function explain(tcp, event) {
  return event === "mark"
    ? "A mark leaves " + betaEcn + " of the window."
    : "A loss leaves " + betaLoss + " of the window."
}
`,
};

const cubic: Template = {
  id: "cubic",
  kind: "sender",
  title: "CUBIC's growth",
  about: "The window follows a cubic curve of the time since the last cut (RFC 9438).",
  like: "cc=cubic&hystart=off&cubic-clock=exact",
  code: `// @sender CUBIC by hand
// @param beta = 0.7 ratio (0.3 to 0.99) What a mark or a loss leaves of cwnd
// @param c = 0.4 (0.01 to 4) How steep the curve is, in segments/s³
// @probe wMax (segments) Where the curve is flat
// @probe wEst (segments) What NewReno would have with the same cuts

let wMax = 0
let wEst = 0
let epochMs = -1
let k = 0
let counted = 0
let credit = 0

// Time on the curve in 1/1024 s, as Linux reckons; so 0.4 is 410/1024.
const steep = () => Math.round(c * 102.4) * 10 / 1024
const units = (ms) => Math.floor(ms * 1.024)

function onAck(tcp) {
  let left = tcp.acked
  if (tcp.cwnd < tcp.ssthresh) {
    const grown = min(tcp.cwnd + left, tcp.ssthresh)
    left -= grown - tcp.cwnd
    tcp.cwnd = grown
  }
  if (left === 0) return
  if (epochMs < 0) {
    epochMs = tcp.nowMs
    wEst = tcp.cwnd
    counted = 0
    k = wMax > tcp.cwnd ? Math.floor(1024 * Math.cbrt((wMax - tcp.cwnd) / steep())) : 0
    wMax = max(wMax, tcp.cwnd)
  }
  // Where the curve will be a round trip from now, in whole segments.
  const t = (units(tcp.nowMs - epochMs + tcp.minRttMs) - k) / 1024
  const away = Math.floor(steep() * Math.abs(t * t * t))
  const target = t < 0 ? wMax - away : wMax + away
  // The Reno-friendly region: never slower than NewReno with the same cuts.
  counted += left
  const perSegment = Math.floor(tcp.cwnd * Math.floor(8 * (1 + beta) / (3 * (1 - beta))) / 8)
  for (; counted > perSegment; counted -= perSegment) wEst += 1
  // RFC 9438 §4.2: at most half a window more in a round trip.
  const goal = min(max(target, wEst), 1.5 * tcp.cwnd)
  // Acknowledged segments per segment of growth; hardly any growth on the flat part.
  const pace = goal > tcp.cwnd ? Math.floor(tcp.cwnd / (goal - tcp.cwnd)) : 100 * tcp.cwnd
  // What was earned on the flat part is worth one segment at most.
  if (credit >= pace) {
    credit = 0
    tcp.cwnd += 1
  }
  credit += left
  if (credit >= pace) {
    tcp.cwnd += Math.floor(credit / pace)
    credit %= pace
  }
}

function cut(tcp) {
  // Fast convergence: a window that did not come back leaves room.
  wMax = tcp.cwnd < wMax ? Math.floor(tcp.cwnd * (1 + beta) / 2) : tcp.cwnd
  epochMs = -1
  credit = 0
  tcp.ssthresh = tcp.cwnd * beta
}

function onMark(tcp) {
  cut(tcp)
}

function onLoss(tcp) {
  cut(tcp)
}

function onTimeout(tcp) {
  wMax = 0
  epochMs = -1
}
`,
};

const dctcp: Template = {
  id: "dctcp",
  kind: "sender",
  title: "DCTCP",
  about: "The share of marked segments determines the size of a cut (RFC 8257).",
  like: "cc=dctcp&dctcp-alpha=real&aqm=step",
  code: `// @sender DCTCP by hand
// @feedback dctcp
// @param gain = 0.0625 ratio (0.001 to 1) How much of alpha each window replaces
// @probe alpha (ratio) Moving average of the share of marks

let alpha = 1
let windowEnd = -1
let delivered = 0
let marked = 0

// Every ACK is counted, also while the window is being cut.
function onSample(tcp) {
  delivered += tcp.acked
  marked += tcp.marked
  if (tcp.una < windowEnd) return
  const share = delivered > 0 ? marked / delivered : 0
  alpha += gain * (share - alpha)
  windowEnd = tcp.nxt
  delivered = 0
  marked = 0
}

${RENO_GROWTH}
function onMark(tcp) {
  credit = 0
  tcp.ssthresh = tcp.cwnd - Math.floor(tcp.cwnd * alpha / 2)
}

function onLoss(tcp) {
  credit = 0
  tcp.ssthresh = tcp.cwnd / 2
}
`,
};

const delayBased: Template = {
  id: "delay-based",
  kind: "sender",
  title: "By delay (Vegas)",
  about:
    "Counts its own segments in the queue once a round trip, and stops before anything is lost (Brakmo and Peterson 1995).",
  like: "cc=vegas",
  code: `// @sender Vegas by hand
// @param least = 2 segments (1 to 20) Fewer of its own in the queue: grow
// @param most = 4 segments (1 to 40) More of its own in the queue: shrink
// @probe own (segments) Its own segments in the queue, in whole ones

let own = 0
let baseRttMs = Infinity
let roundRttMs = Infinity
let samples = 0
let roundEnd = -1
let credit = 0

function onSample(tcp) {
  baseRttMs = min(baseRttMs, tcp.rttMs)
  roundRttMs = min(roundRttMs, tcp.rttMs)
  samples += 1
}

function onAck(tcp) {
  if (roundEnd < 0) beginRound(tcp)
  const isStarting = tcp.cwnd < tcp.ssthresh
  if (tcp.una <= roundEnd) {
    if (isStarting) slowStart(tcp)
    return
  }
  // A round trip is over.
  if (samples < 3) growAsReno(tcp)
  else {
    own = Math.floor(tcp.cwnd * (roundRttMs - baseRttMs) / baseRttMs)
    if (isStarting && own <= 1) slowStart(tcp)
    else if (isStarting) endSlowStart(tcp)
    else if (own > most) shrink(tcp)
    else if (own < least) tcp.cwnd += 1
    tcp.ssthresh = max(tcp.ssthresh, Math.floor(tcp.cwnd / 2) + Math.floor(tcp.cwnd / 4))
  }
  beginRound(tcp)
}

// With so small a window there are too few round-trip times to go by.
function growAsReno(tcp) {
  if (tcp.cwnd < tcp.ssthresh) return slowStart(tcp)
  credit += tcp.acked
  if (credit >= tcp.cwnd) {
    credit -= tcp.cwnd
    tcp.cwnd += 1
  }
}

function beginRound(tcp) {
  roundEnd = tcp.nxt
  roundRttMs = Infinity
  samples = 0
}

function slowStart(tcp) {
  tcp.cwnd = min(tcp.cwnd + tcp.acked, tcp.ssthresh)
}

function endSlowStart(tcp) {
  // The window that the path holds without a queue.
  tcp.cwnd = max(tcp.minCwnd, min(tcp.cwnd, Math.floor(tcp.cwnd * baseRttMs / roundRttMs) + 1))
  tcp.ssthresh = min(tcp.ssthresh, tcp.cwnd)
}

function shrink(tcp) {
  tcp.cwnd = max(tcp.minCwnd, tcp.cwnd - 1)
  // Below ssthresh it would be slow start again.
  tcp.ssthresh = min(tcp.ssthresh, tcp.cwnd)
}

function onMark(tcp) {
  roundEnd = -1
  credit = 0
  tcp.ssthresh = tcp.cwnd / 2
}

function onLoss(tcp) {
  roundEnd = -1
  credit = 0
  tcp.ssthresh = tcp.cwnd / 2
}
`,
};

const droptail: Template = {
  id: "droptail",
  kind: "queue",
  title: "DropTail",
  about: "No rule at all: packets are dropped only when the queue is full.",
  like: "aqm=droptail&limit=100p",
  code: `// @queue DropTail by hand

function enqueue(packet, queue) {
  // Whatever fits is let in; the limit is the queue's own setting.
}
`,
};

const step: Template = {
  id: "step",
  kind: "queue",
  title: "Step marking",
  about: "Marks every packet that arrives while more than a threshold of packets wait.",
  like: "aqm=step&cc=dctcp",
  code: `// @queue Step by hand
// @param threshold = 20 count (1 to 1000) Packets, with the one that comes

function enqueue(packet, queue) {
  if (queue.packets >= threshold) mark() || drop()
}

function explain(packet, queue, event) {
  return queue.packets + " packets were waiting before it."
}
`,
};

const red: Template = {
  id: "red",
  kind: "queue",
  title: "RED",
  about: "Signals at random, more often the longer the average queue is (Floyd and Jacobson 1993).",
  like: "aqm=red",
  code: `// @queue RED by hand
// @param least = 14 count (1 to 1000) Below this average nothing is signalled
// @param most = 42 count (2 to 2000) From this average on the probability rises to 1
// @param pMax = 0.1 ratio (0.001 to 1) The probability there
// @param weight = 0.002 ratio (0.0001 to 1) Of a new length in the average
// @probe average (count) The averaged length
// @probe p (ratio) The probability of the last packet

let average = 0
let p = 0
let count = 0
let isAbove = false
let idleSinceMs = 0

function enqueue(packet, queue) {
  // An idle link ages the average by the packets that it could have sent.
  if (idleSinceMs >= 0) {
    const idleS = Math.round((queue.nowMs - idleSinceMs) * 1e6) / 1e9
    average *= (1 - weight) ** Math.floor(idleS * (queue.rateBps / (8 * 1500)))
  }
  idleSinceMs = -1
  average += weight * (queue.packets - average)
  if (average < least || queue.packets <= 1) {
    p = 0
    isAbove = false
    return
  }
  if (average < most) p = pMax * (average - least) / (most - least)
  else p = min(1, pMax + (1 - pMax) * (average - most) / most)
  count += 1
  if (average >= 2 * most) return drop()
  if (!isAbove) {
    isAbove = true
    count = 1
    return
  }
  // Signals neither cluster nor fail to come: one within 1/p to 2/p packets.
  const since = count * p
  const chance = since < 1 ? 0 : since < 2 ? p / (2 - since) : 1
  if (chance > 0 && random() < chance) {
    count = 0
    mark() || drop()
  }
}

function onEmpty(queue) {
  idleSinceMs = queue.nowMs
}
`,
};

const codel: Template = {
  id: "codel",
  kind: "queue",
  title: "CoDel",
  about: "Signals once the delay has stayed above 5 ms for 100 ms, and then more and more often (RFC 8289).",
  like: "aqm=codel",
  code: `// @queue CoDel by hand
// @param target = 5 ms (0.1 to 200) The delay that is fine
// @param interval = 100 ms (1 to 2000) How long it may be more than that
// @probe count (count) Signals in this signalling state

let firstAboveMs = 0
let nextMs = 0
let count = 0
let lastCount = 0
let dropping = false
let root = 1

// One step of Newton's towards 1/√count, as Linux has it.
function stepRoot() {
  root = root * (3 - count * root * root) / 2
}

function isLate(packet, queue) {
  if (packet.sojournMs < target || queue.bytes <= 1500) {
    firstAboveMs = 0
    return false
  }
  if (firstAboveMs === 0) {
    firstAboveMs = queue.nowMs + interval
    return false
  }
  return queue.nowMs >= firstAboveMs
}

function dequeue(packet, queue) {
  const late = isLate(packet, queue)
  if (dropping) {
    if (!late) dropping = false
    else if (queue.nowMs >= nextMs) {
      count += 1
      stepRoot()
      nextMs += interval * root
      mark() || drop()
    }
  } else if (late) {
    dropping = true
    const delta = count - lastCount
    const isRecent = delta > 1 && queue.nowMs - nextMs < 16 * interval
    count = isRecent ? delta : 1
    if (isRecent) stepRoot()
    else root = 1
    lastCount = count
    nextMs = queue.nowMs + interval * root
    mark() || drop()
  }
}

function onEmpty() {
  firstAboveMs = 0
  dropping = false
}
`,
};

const pie: Template = {
  id: "pie",
  kind: "queue",
  title: "PIE's controller",
  about: "A controller moves the probability of a signal so that the delay meets its target (RFC 8033).",
  like: "aqm=pie&update-tick=none",
  code: `// @queue PIE by hand
// @param target = 15 ms (1 to 200) The delay that the controller steers to
// @param alpha = 0.125 (0 to 2) Weight of the distance from the target
// @param beta = 1.25 (0 to 10) Weight of the change of the delay
// @probe p (ratio) The probability of a signal
// @probe delayMs (ms) The delay of the packet that left last

let p = 0
let delayMs = 0
let delayOldMs = 0
let burstMs = 150
let accumulated = 0
let lastLeftMs = -1

wakeIn(15)

function onTick(queue) {
  let scale = 1
  if (p < 0.1) {
    scale = 1 / 2
    for (let bound = 0.01; p < bound && bound > 5e-7; bound /= 10) scale /= 4
  }
  let step = scale * (alpha * (delayMs - target) + beta * (delayMs - delayOldMs)) / 1000
  if (p >= 0.1) step = min(step, 0.02)
  if (delayMs > 250) step += 0.02
  const isJudged = delayMs !== 0 || queue.packets === 0
  p = min(1, max(0, p + step))
  if (delayMs === 0 && delayOldMs === 0 && isJudged) p -= p / 64
  if (p === 0 && delayMs < target / 2 && delayOldMs < target / 2) {
    burstMs = 150
    accumulated = 0
    lastLeftMs = -1
  }
  delayOldMs = delayMs
  wakeIn(15)
}

function enqueue(packet, queue) {
  if (burstMs > 0) return
  if (delayMs < target / 2 && p < 0.2) return
  if (queue.bytes < 2 * 1514) return
  accumulated = p === 0 ? 0 : accumulated + p
  if (accumulated < 0.85) return
  if (accumulated < 8.5) {
    if (random() >= p) return
    accumulated = 0
  }
  if (p <= 0.1 && mark()) return
  accumulated = 0
  drop()
}

function dequeue(packet, queue) {
  delayMs = queue.packets === 0 ? 0 : packet.sojournMs
  if (lastLeftMs >= 0 && burstMs > 0) burstMs = max(0, burstMs - (queue.nowMs - lastLeftMs))
  lastLeftMs = queue.nowMs
}
`,
};

/** The example programs that the editor offers. */
export const TEMPLATES: readonly Template[] = [
  aimd,
  abe,
  cubic,
  dctcp,
  delayBased,
  tahoe,
  droptail,
  step,
  red,
  codel,
  pie,
];
