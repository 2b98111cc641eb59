// @sender My first sender
// @param increase = 1 segments (0.1 to 10) What a round trip adds to cwnd
// @param decrease = 0.7 ratio (0.1 to 0.99) What a mark or a loss leaves of cwnd

function onAck(tcp) {
  if (tcp.cwnd < tcp.ssthresh) tcp.cwnd = min(tcp.cwnd + tcp.acked, tcp.ssthresh)
  else tcp.cwnd += (increase * tcp.acked) / tcp.cwnd
}

function onMark(tcp) {
  tcp.ssthresh = tcp.cwnd * decrease
}

function onLoss(tcp) {
  tcp.ssthresh = tcp.cwnd * decrease
}
