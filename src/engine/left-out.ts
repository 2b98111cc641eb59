/**
 * An effect that the simulator does not model; no setting adds it to a run. The page's notes on the model and docs/model.md use
 * these texts.
 */
export interface LeftOut {
  readonly text: string;
  /** Names that settings for this effect would have. `tests/engine/left-out.test.ts` checks that there are no such settings. */
  readonly settings: readonly string[];
}

/** The effects that the simulator does not model. */
export const LEFT_OUT: readonly LeftOut[] = [
  {
    text: "The end of a connection: FIN and RST. TCP Fast Open.",
    settings: ["fin", "rst", "linger", "fast-open", "tfo"],
  },
  {
    text: "Nagle's algorithm, window scaling, and applications that read late. A configured receive window (`receive-window`) is constant.",
    settings: ["nagle", "no-delay", "window-scaling", "read-rate", "reader"],
  },
  {
    text: "Delay, batching and offload in the hosts: TSO, GRO, interrupts. Only paced senders send in bursts.",
    settings: ["tso", "gro", "gso", "host-delay", "interrupt"],
  },
  {
    text: "The timestamps option beyond its bytes. RTT samples, loss detection and the undoing of a cut do not use it.",
    settings: ["timestamps", "eifel", "paws"],
  },
  {
    text: "Reneging. A receiver never discards data that it has reported by SACK.",
    settings: ["reneging", "renege"],
  },
  {
    text: "Accurate ECN's counters that wrap, and its option. The counter in each ACK is exact. The negotiation in the handshake is modelled.",
    settings: ["accecn-option", "ace-bits", "accurate-ecn"],
  },
  {
    text: "Paths that clear or drop ECN. L4S senders that fall back to classic behaviour at a queue that marks by RFC 3168.",
    settings: ["ecn-bleach", "bleach", "ecn-blackhole", "classic-ecn-fallback"],
  },
  {
    text: "ECN-capable SYNs of senders with the classic feedback. Senders that need ECN send their SYNs as ECT.",
    settings: ["ecn-plus-plus", "ect-syn"],
  },
  {
    text: "Packets that the network duplicates, bit errors, retransmissions on wireless links, thinned ACKs.",
    settings: ["duplicate", "duplication", "bit-errors", "ber", "wireless", "ack-filter", "ack-thinning"],
  },
  {
    text: "Links that share one medium, routes that change, queues of hosts.",
    settings: ["shared-medium", "half-duplex", "route-change", "host-queue"],
  },
  {
    text: "The requests of web readers, TLS, HTTP/2 and HTTP/3. Applications that adapt to the network, as video players do.",
    settings: ["request-size", "tls", "http2", "http3", "quic", "video"],
  },
];
