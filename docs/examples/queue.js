// @queue My first queue
// @param target = 5 ms (0.1 to 100) A packet that waited longer carries a mark

function dequeue(packet, queue) {
  if (packet.sojournMs > target) mark() || drop()
}
