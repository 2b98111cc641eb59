/** The interface of traffic: what an application sends, and when. Each flow has its own object. */
import type { AlgorithmDeclaration } from "../params/algorithm.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";

/** Functions that a flow provides to its traffic. */
export interface TrafficHost {
  readonly nowNs: number;
  /**
   * Offers `bytes` to a TCP connection; null means an endless transfer. If `fresh` is true, the transfer gets a new
   * connection, which starts in slow start; otherwise it uses the last connection, which must have nothing else to
   * send. Returns the transfer's number for `onDone`, or null if too many connections are open: the transfer is then
   * refused and counted as refused.
   */
  transfer(bytes: number | null, fresh: boolean): number | null;
  /**
   * Drops offered data that has not been sent; data that has been sent is still delivered. `onDone` is not called for
   * this transfer.
   */
  cut(): void;
  /** Sends one datagram with `bytes` of payload; only for traffic over UDP. */
  datagram(bytes: number): void;
  /** Calls `onWake` after `ns`. At most one call is pending; a second request moves it. */
  wakeAfter(ns: number): void;
  /** Returns a number that is uniform in [0, 1), from the flow's own random stream. */
  random(): number;
  /** Declares that everything the flow ever had to send has been acknowledged. */
  finish(): void;
  /** Records the duration of a request, from its issue to its last byte (ns). */
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
  /** Called when the connection of a transfer could not be opened, so that the transfer will not happen. */
  onNotOpened(transfer: number): void;
  /** Changes a parameter during the run; `id` is one of the declared parameters. */
  configure(id: string, value: ParamValue): void;
}

/** Kind of things of which a flow starts many: datagrams, transfers over connections, or on-off periods. */
type OfferKind = "datagrams" | "transfers" | "turns";

/** Things that a flow starts, with their number per second. */
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
  /** Things of which a flow starts many, used to limit a run; absent if a flow starts only a few. */
  readonly offers?: Offers;
  /**
   * Returns the payload rate that one flow wants (bit/s), on average over a network without delay; absent if the flow
   * uses all the rate that it can get.
   */
  readonly wantsBps?: (values: ParamValues) => number;
}

/** A kind of traffic: its declaration, and the function that creates it. */
export interface TrafficDefinition extends TrafficCard {
  /** Creates the traffic. `values` has every declared id. */
  create(host: TrafficHost, values: ParamValues): Traffic;
}
