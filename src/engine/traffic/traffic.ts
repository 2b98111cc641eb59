/** The contract of traffic: what an application sends, and when. One object per flow. */
import type { AlgorithmDeclaration } from "../params/algorithm.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";

/** What a flow does for its traffic. */
export interface TrafficHost {
  readonly nowNs: number;
  /**
   * Offers `bytes` to a TCP connection, null: without end. `fresh`: on a connection of its own, from slow start on;
   * otherwise on the one used last, which must have nothing else to send. Returns the transfer's number, for `onDone`, or
   * null where too many connections are open: the transfer is refused, and counted as such.
   */
  transfer(bytes: number | null, fresh: boolean): number | null;
  /** What was offered and not sent yet is not sent any more; what was sent is still delivered. No `onDone` follows. */
  cut(): void;
  /** Sends one datagram of `bytes` payload; traffic over UDP only. */
  datagram(bytes: number): void;
  /** Calls `onWake` after so long; one pending call at most, a second request moves it. */
  wakeAfter(ns: number): void;
  /** Uniform in [0, 1) from the flow's own stream. */
  random(): number;
  /** All that the flow ever had to send has been acknowledged. */
  finish(): void;
  /** Notes how long a request took, from its issue to its last byte. */
  noteResponse(responseNs: number): void;
}

export interface Traffic {
  start(): void;
  /** The application stops; nothing is offered any more. */
  stop(): void;
  onWake(): void;
  /** All bytes of a transfer have been acknowledged. */
  onDone(transfer: number): void;
  /** The connection of a transfer could not be opened: nothing of it comes. */
  onNotOpened(transfer: number): void;
  /** A parameter takes a new value in mid-run; `id` is one of the declared. */
  configure(id: string, value: ParamValue): void;
}

/** Datagrams; transfers over connections; turns of being on and off. */
type OfferKind = "datagrams" | "transfers" | "turns";

export interface Offers {
  readonly kind: OfferKind;
  /** In a second, on average over a network that takes no time. */
  readonly perS: (values: ParamValues) => number;
}

export interface TrafficDefinition extends AlgorithmDeclaration {
  readonly transport: "tcp" | "udp";
  /** What a flow begins many of; absent: it begins few things. For limits of a run. */
  readonly offers?: Offers;
  /** Payload that one flow wants, in bit/s, on average over a network that takes no time; absent: all it can get. */
  readonly wantsBps?: (values: ParamValues) => number;
  /** `values` has every declared id. */
  create(host: TrafficHost, values: ParamValues): Traffic;
}
