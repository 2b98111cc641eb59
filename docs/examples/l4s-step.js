// @queue L4S step marker
// @queues 2
// @param step = 1 ms (0.1 to 20) L packets that waited longer are marked
// @param share = 0.1 ratio (0 to 0.5) Share of the link that the C queue keeps while L packets wait
// @param target = 15 ms (1 to 100) C packets that waited longer are candidates for a signal
// @probe lMs (ms) Delay of the L packet that left last
// @probe cMs (ms) Delay of the C packet that left last

// Two queues on one link, RFC 9331 and RFC 9332. Packets of L4S senders carry ECT(1) and wait in the L queue, where a
// step marks all that waited too long: scalable senders answer each mark a little. All others wait in the C queue. The
// L queue goes first, except for the share of the C queue (RFC 9332 §4.2.2). Unlike DualPI2 the two queues are not
// coupled, so that the share decides what classic flows get.

const L = 0
const C = 1
const PACKET = 1514

let credit = 0
let served = L
let lMs = 0
let cMs = 0
let nextMs = 0

// ECT(1) and CE have the last bit of the ECN field set (RFC 9331 §5.1).
function enqueue(packet, queue) {
  joinQueue((packet.ecn & 1) === 1 ? L : C)
}

function onServe(queue) {
  served = packetsIn(L) > 0 && (packetsIn(C) === 0 || credit < PACKET) ? L : C
  serveQueue(served)
}

function dequeue(packet, queue) {
  if (served === L) {
    lMs = packet.sojournMs
    if (packetsIn(C) > 0) credit += share * packet.size
    // A link that is slower than a packet in a step would mark packets that wait for one other packet (RFC 9332 §A.1).
    if (lMs > step && packetsIn(L) >= 1) mark() || drop()
    return
  }
  cMs = packet.sojournMs
  credit = packetsIn(L) > 0 ? credit - (1 - share) * packet.size : 0
  // At most one signal each 100 ms, about a round trip of a long path.
  if (cMs > target && queue.nowMs >= nextMs && packetsIn(C) >= 1) {
    nextMs = queue.nowMs + 100
    mark() || drop()
  }
}

function onEmpty() {
  credit = 0
}

function explain(packet, queue, event) {
  const name = served === L ? "L" : "C"
  return "It had waited " + packet.sojournMs.toFixed(1) + " ms in the " + name + " queue."
}
