// @sender Copa
// @param delta = 0.5 (0.05 to 1) 1/delta packets of its own in the queue are its aim
// @param competes = 0 count (0 to 1) 1: it competes where others fill the queue (section 2.2)
// @probe velocity (count) Steps of a round trip in the same direction make it double
// @probe queueMs (ms) Standing queue: the shortest RTT of half a round trip less the shortest of ten seconds
// @phase doubling Doubles each round trip, up to the target rate
// @phase alone Steers to the target rate
// @phase competing Behaves like AIMD, because others fill the queue
// @paced
// @recovery own

// Copa: Arun and Balakrishnan, "Copa: Practical Delay-Based Congestion Control for the Internet", NSDI 2018. Section
// 2.1 has the target rate 1/(delta·d_q) and the steps of the window, section 2.2 the mode that competes with others. That
// mode is off at first: on a slow link, few packets are a long queue, and a second Copa is taken for a sender that
// fills it.

const MIN_RTT_WINDOW_MS = 10000
const MIN_CWND = 2

// RTTs of the last half round trip, without those that a later and shorter one replaces: the first is the shortest.
let standing = []
let standingMs = Infinity
// Time, shortest and longest RTT of each round trip of the last ten seconds, and of this one.
let rounds = []
let roundLeast = Infinity
let roundMost = 0
let shortestMs = Infinity
let longestMs = 0
let queueMs = 0

let isStarting = true
let velocity = 1
// Direction of the last round trips, how many had the same one, and the window at the start of this one.
let direction = 0
let sameRounds = 0
let roundEnd = 0
let roundCwnd = 0

// The mode that competes: its inverse of delta, and when the queue was last nearly empty.
let isCompeting = false
let weight = 1 / delta
let emptyAtMs = 0
let hasLost = false

function onSegment(segment, tcp) {
  const { rttMs } = segment
  if (rttMs === 0) return
  while (standing.length > 0 && standing[standing.length - 1][1] >= rttMs) standing.pop()
  standing.push([tcp.nowMs, rttMs])
  roundLeast = min(roundLeast, rttMs)
  roundMost = max(roundMost, rttMs)
}

function onSample(tcp) {
  if (standing.length === 0) return
  while (standing.length > 1 && standing[0][0] < tcp.nowMs - tcp.srttMs / 2) standing.shift()
  standingMs = standing[0][1]
  shortestMs = min(shortestMs, standingMs)
  longestMs = max(longestMs, roundMost)
  queueMs = standingMs - shortestMs
  // Section 2.2: a queue below a tenth of the swing of the last four round trips is nearly empty.
  if (queueMs <= 0.1 * (longestMs - shortestMs)) emptyAtMs = tcp.nowMs
  if (tcp.una >= roundEnd) endRound(tcp)
}

function endRound(tcp) {
  if (roundMost > 0) rounds.push([tcp.nowMs, roundLeast, roundMost])
  while (rounds.length > 1 && rounds[0][0] < tcp.nowMs - MIN_RTT_WINDOW_MS) rounds.shift()
  shortestMs = min(...rounds.map(([, least]) => least))
  longestMs = max(...rounds.slice(-4).map(([, , most]) => most))
  roundLeast = Infinity
  roundMost = 0
  chooseMode(tcp)
  changeVelocity(tcp)
  roundEnd = tcp.nxt
  roundCwnd = tcp.cwnd
  hasLost = false
}

// Alone, the queue is nearly empty at least once in five round trips. Among others 1/delta is an AIMD window.
function chooseMode(tcp) {
  const wasCompeting = isCompeting
  isCompeting = competes >= 0.5 && !isStarting && tcp.nowMs - emptyAtMs > 5 * tcp.srttMs
  if (!isCompeting || !wasCompeting) weight = 1 / delta
  else weight = hasLost ? max(1 / delta, weight / 2) : weight + 1
  enterPhase(isStarting ? "doubling" : isCompeting ? "competing" : "alone")
}

// The velocity doubles once the direction has been the same for three round trips.
function changeVelocity(tcp) {
  const now = tcp.cwnd > roundCwnd ? 1 : -1
  sameRounds = now === direction ? sameRounds + 1 : 0
  direction = now
  velocity = sameRounds >= 3 ? velocity * 2 : 1
}

function onAck(tcp) {
  if (standingMs === Infinity) return
  const inverse = isCompeting ? weight : 1 / delta
  // Both rates in segments a millisecond.
  const isBelow = queueMs === 0 || tcp.cwnd / standingMs <= inverse / queueMs
  if (isStarting) {
    if (isBelow) tcp.cwnd += tcp.acked
    else {
      isStarting = false
      emptyAtMs = tcp.nowMs
    }
  }
  if (!isStarting) {
    // A step in the other direction is a small one.
    if ((isBelow ? 1 : -1) !== direction) velocity = 1
    const step = velocity * inverse * tcp.acked / tcp.cwnd
    tcp.cwnd = max(MIN_CWND, isBelow ? tcp.cwnd + step : tcp.cwnd - min(step, tcp.acked))
    tcp.ssthresh = min(tcp.ssthresh, tcp.cwnd)
  }
  tcp.pacingRateBps = max(1000, 2 * tcp.cwnd * tcp.mssBytes * 8 * 1000 / standingMs)
}

// Losses do not change the window; the competing mode halves its weight at the end of the round trip.
function onLoss() {
  hasLost = true
}

function onTimeout() {
  velocity = 1
}
