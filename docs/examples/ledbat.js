// @sender LEDBAT
// @param target = 60 ms (5 to 100) Queuing delay that it steers to; RFC 6817 allows 100 ms at most
// @param gain = 1 ratio (0.1 to 1) Growth in a round trip without any queue, in segments
// @probe queuingMs (ms) Queuing delay by one-way delays
// @recovery own

// Low Extra Delay Background Transport, RFC 6817: a sender that uses what others leave. It measures the queue by
// one-way delays, so that a queue on the way back does not count, and gives way long before a loss.

const ALLOWED_INCREASE = 1
const MIN_CWND = 2
const BASE_HISTORY = 10
const CURRENT_FILTER = 4
const MINUTE_MS = 60000

// The smallest delay of each of the last minutes, and the last delays.
let base = [Infinity]
let minute = 0
let current = []
let queuingMs = 0
let isKnown = false
// A loss counts once for each window of data.
let cutUntil = 0

// RFC 6817 §2.4.2, update_base_delay and update_current_delay.
function onSample(tcp) {
  const delayMs = tcp.oneWayDelayMs
  if (delayMs === 0) return
  const now = Math.floor(tcp.nowMs / MINUTE_MS)
  if (now > minute) {
    minute = now
    base.push(delayMs)
    if (base.length > BASE_HISTORY) base.shift()
  } else base[base.length - 1] = min(base[base.length - 1], delayMs)
  current.push(delayMs)
  if (current.length > CURRENT_FILTER) current.shift()
  queuingMs = min(...current) - min(...base)
  isKnown = true
}

function onAck(tcp) {
  if (!isKnown) return
  const offTarget = (target - queuingMs) / target
  const cwnd = tcp.cwnd + gain * offTarget * tcp.acked / tcp.cwnd
  // No more than the flight before this ACK and one segment.
  const most = tcp.inflight + tcp.acked + ALLOWED_INCREASE
  tcp.cwnd = max(MIN_CWND, min(cwnd, most))
  // There is no slow start.
  tcp.ssthresh = min(tcp.ssthresh, tcp.cwnd)
}

function onLoss(tcp) {
  if (tcp.una < cutUntil) return
  cutUntil = tcp.nxt
  tcp.cwnd = max(MIN_CWND, tcp.cwnd / 2)
  tcp.ssthresh = tcp.cwnd
}

// A mark is a loss that did not happen.
function onMark(tcp) {
  onLoss(tcp)
}

function explain(tcp, event) {
  return "A " + event + " halves the window; " + Math.round(queuingMs) + " ms of queue were measured."
}
