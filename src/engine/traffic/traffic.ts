/** The interface of traffic, which decides what an application sends, and when. Each flow has its own object. */
import type { AlgorithmDeclaration } from "../params/algorithm.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";

/** Functions that a flow provides to its traffic. */
export interface TrafficHost {
  readonly nowNs: number;
  /**
   * Offers `bytes` to a TCP connection; null means an endless transfer. If `fresh` is true, a new connection is opened, which
   * starts in slow start. Otherwise the last connection is used; it must have nothing else to send. Returns the transfer's
   * number, which `onDone` reports. Returns null if too many connections are open; the transfer is then counted as refused.
   */
  transfer(bytes: number | null, fresh: boolean): number | null;
  /**
   * Drops offered data that has not been sent. Data that has been sent is still delivered. `onDone` is not called for this
   * transfer.
   */
  cut(): void;
  /** Sends one datagram with `bytes` of payload; only for traffic over UDP. */
  datagram(bytes: number): void;
  /** Schedules a call of `onWake` after `ns`. At most one call is pending; a second request moves it. */
  wakeAfter(ns: number): void;
  /** Returns a number that is uniform in [0, 1), from the flow's own random stream. */
  random(): number;
  /** Declares that all data of the flow has been acknowledged and no more will follow. */
  finish(): void;
  /** Records the duration of a request (ns): from its start to the arrival of its last byte. */
  noteResponse(responseNs: number): void;
}

/** The running traffic of one flow. */
export interface Traffic {
  start(): void;
  /** Stops the application: it offers no more data. */
  stop(): void;
  onWake(): void;
  /** Called when all bytes of a transfer have been acknowledged. */
  onDone(transfer: number): void;
  /** Called when the connection of a transfer could not be opened. The transfer will not happen. */
  onNotOpened(transfer: number): void;
  /** Changes a parameter during the run; `id` is one of the declared parameters. */
  configure(id: string, value: ParamValue): void;
}

/** Kind of things that a flow can start in large numbers: datagrams, transfers over connections, or on-off periods. */
type OfferKind = "datagrams" | "transfers" | "turns";

/** Things that a flow starts in large numbers, and how many per second. */
export interface Offers {
  readonly kind: OfferKind;
  /** Returns the mean number per second, over a network without delay. */
  readonly perS: (values: ParamValues) => number;
}

/** Declaration of a kind of traffic, without its code. */
export interface TrafficCard extends AlgorithmDeclaration {
  readonly transport: "tcp" | "udp";
  /** True if the receiver sends each datagram back; the flow records how long that takes. */
  readonly isEchoed?: true;
  /** Things that a flow starts in large numbers, used to limit the load of a run; absent if a flow starts only a few. */
  readonly offers?: Offers;
  /**
   * Returns the payload rate that one flow wants (bit/s): its average over a network without delay. Absent if the flow uses as
   * much as it can get.
   */
  readonly wantsBps?: (values: ParamValues) => number;
}

/** A kind of traffic: its declaration, and the function that creates it. */
export interface TrafficDefinition extends TrafficCard {
  /** Creates the traffic of one flow. `values` has a value for every declared id. */
  create(host: TrafficHost, values: ParamValues): Traffic;
}
