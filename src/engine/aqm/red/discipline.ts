/** RED on a single queue. RED decides when a packet arrives. The class is used for RED and as the base of Adaptive RED. */
import type { Clock } from "../../core/clock.ts";
import { exp, ln } from "../../core/math.ts";
import type { Packet } from "../../net/packet.ts";
import type { ParamValue, ParamValues } from "../../params/param.ts";
import { FifoDiscipline } from "../fifo-discipline.ts";
import { type DisciplinePort, DROP_AQM } from "../queue-discipline.ts";
import { FORCED, PASS, RedLaw, type RedVerdict } from "./law.ts";
import { RedSettings } from "./settings.ts";

const NS_PER_S = 1e9;
const BUSY = -1;
/** Longest idle time, in packets, for which the table of remaining shares has an entry. */
const SHORT = 64;

/**
 * Returns the weight that gives the average a time constant of one second (Floyd, Gummadi and Shenker 2001). `packetsPerS` is the
 * link's rate.
 */
export function secondWeight(packetsPerS: number): number {
  return 1 - exp(-1 / packetsPerS);
}

/** Returns the average after an arrival that finds the length q: it moves by w_q towards q (Floyd and Jacobson 1993, figure 2). */
function movedAverage(average: number, q: number, weight: number): number {
  return average + weight * (q - average);
}

/**
 * RED's average queue: an exponentially weighted moving average that changes with each arrival, not with time. After an idle
 * period, the average decays as if small packets had arrived at an empty queue. Reference: Floyd and Jacobson 1993, figure 2.
 */
export class RedAverage {
  /** The average, in packets or bytes: in the unit of the lengths passed to `update`. */
  value = 0;
  /** Packets that the link can send per second. */
  private packetsPerS = 0;
  private weight = 0;
  /** ln(1 - weight). It is used to compute how much of the average remains after an idle time. */
  private lnKept = 0;
  /**
   * Share of the average that remains after an idle time of n packets, indexed by n. Longer idle times are rare and not in the
   * table.
   */
  private readonly kept = new Float64Array(SHORT);
  /** Time at which the link ran out of packets to send (ns). */
  private idleSinceNs: number;

  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
    this.idleSinceNs = clock.nowNs;
  }

  tune(weight: number, packetsPerS: number): void {
    this.packetsPerS = packetsPerS;
    if (weight === this.weight) return;
    this.weight = weight;
    this.lnKept = ln(1 - weight);
    for (let packets = 1; packets < SHORT; packets++) this.kept[packets] = exp(packets * this.lnKept);
  }

  /** Notes that the link found nothing to send. */
  startIdle(): void {
    if (this.idleSinceNs === BUSY) this.idleSinceNs = this.clock.nowNs;
  }

  /** Updates the average for a packet that arrives at a queue of `length`, not including the packet. */
  update(length: number): void {
    // After an idle time the average decays as if m small packets had arrived at an empty queue: avg ← (1 − w_q)^m · avg.
    const missed = this.missedPackets();
    if (missed >= SHORT) this.value *= exp(missed * this.lnKept);
    else if (missed > 0) this.value *= this.kept[missed];
    this.idleSinceNs = BUSY;
    // Each arrival moves the average towards the current length.
    this.value = movedAverage(this.value, length, this.weight);
  }

  /** Returns the average at this moment. */
  at(): number {
    const missed = this.missedPackets();
    return missed === 0 ? this.value : this.value * exp(missed * this.lnKept);
  }

  /** Returns the number of packets that the link could have sent while it was idle. */
  private missedPackets(): number {
    if (this.idleSinceNs === BUSY) return 0;
    return Math.floor(((this.clock.nowNs - this.idleSinceNs) / NS_PER_S) * this.packetsPerS);
  }
}

const BITS_PER_BYTE = 8;

/** A queue discipline in which RED's law decides about each arriving packet. */
export class RedDiscipline extends FifoDiscipline {
  readonly settings: RedSettings;
  readonly law = new RedLaw();
  readonly average: RedAverage;
  /** True if the average and the thresholds are in bytes instead of packets. */
  inBytes = false;
  /** Link rate for which weight, ageing and thresholds were last computed; 0 if they must be computed again. */
  private tunedForBps = 0;

  constructor(port: DisciplinePort, values: ParamValues) {
    super(port, values);
    this.settings = new RedSettings(values);
    this.average = new RedAverage(this.clock);
    this.law.maxP = this.settings.maxP;
  }

  enqueue(packet: Packet): void {
    this.keepTuned();
    const { fifo } = this;
    this.average.update(this.inBytes ? fifo.bytes : fifo.packets);
    if (this.isFullFor(packet)) {
      this.dropOverflow(packet);
      return;
    }
    const verdict = this.law.judge(this.average, fifo.packets, this.port);
    if (verdict === PASS || this.tryMark(packet, verdict)) fifo.push(packet);
    else this.port.drop(packet, DROP_AQM);
  }

  override dequeue(): Packet | null {
    const packet = this.fifo.shift();
    if (packet === null) this.average.startIdle();
    return packet;
  }

  override configure(id: string, value: ParamValue): void {
    if (!this.settings.set(id, value)) super.configure(id, value);
    else if (id === "red-pmax") this.law.maxP = this.settings.maxP;
    this.retune();
  }

  override probe(index: number): number {
    if (index === 1) return this.law.probability;
    return this.inBytes ? this.average.value / this.settings.meanPacketBytes : this.average.value;
  }

  /** Recomputes the rate-dependent values before the next packet. */
  protected retune(): void {
    this.tunedForBps = 0;
  }

  protected keepTuned(): void {
    if (this.port.rateBps === this.tunedForBps) return;
    this.tunedForBps = this.port.rateBps;
    const { settings, law } = this;
    law.gentle = settings.gentle;
    law.wait = settings.wait;
    const packetsPerS = this.port.rateBps / (BITS_PER_BYTE * settings.meanPacketBytes);
    this.average.tune(settings.weight ?? secondWeight(packetsPerS), packetsPerS);
    this.placeThresholds(packetsPerS);
  }

  /** Sets the thresholds for a link that sends `packetsPerS` packets per second on average. */
  protected placeThresholds(_packetsPerS: number): void {
    const { min, max, meanPacketBytes } = this.settings;
    const inBytes = !Number.isFinite(min.packets) || !Number.isFinite(max.packets);
    this.measureIn(inBytes);
    const lengthOf = ({ packets, bytes }: typeof min) =>
      inBytes ? Math.min(bytes, packets * meanPacketBytes) : packets;
    this.law.setThresholds(lengthOf(min), lengthOf(max));
  }

  /** Converts the average when its unit changes during the run. */
  protected measureIn(bytes: boolean): void {
    if (bytes === this.inBytes) return;
    this.inBytes = bytes;
    const { meanPacketBytes } = this.settings;
    this.average.value *= bytes ? meanPacketBytes : 1 / meanPacketBytes;
  }

  private tryMark(packet: Packet, verdict: RedVerdict): boolean {
    const { marking, dropsFromMax, marksForced } = this.settings;
    if (!marking || (verdict === FORCED && !marksForced)) return false;
    if (dropsFromMax && this.average.value >= this.law.max) return false;
    return this.port.mark(packet);
  }
}
