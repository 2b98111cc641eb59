/**
 * Control law shared by the PIE variants, separate from the queue that uses it. It holds the state of the controller, accepts
 * packets that need no draw, chooses between mark and drop, and computes the step for a given delay. Each variant measures the
 * delay and lets the probability decay in its own way. Reference: RFC 8033 §4, §5.1.
 */
import type { Clock } from "../../core/clock.ts";
import type { Packet } from "../../net/packet.ts";
import { msToNs, NS_PER_S } from "../../params/read.ts";
import type { DisciplinePort } from "../queue-discipline.ts";
import type { PieSettings } from "./settings.ts";

/** Gains and target of the controller. */
export interface PiGains {
  readonly alphaPerS: number;
  readonly betaPerS: number;
  readonly targetNs: number;
}

/**
 * Returns the step of a PI controller that regulates a delay, α·(delay − target) + β·(delay − old delay) (RFC 8033 §4.2, RFC 9332
 * §A.1).
 */
export function piStep(delayNs: number, delayOldNs: number, gains: PiGains): number {
  const { alphaPerS, betaPerS, targetNs } = gains;
  return (alphaPerS * (delayNs - targetNs) + betaPerS * (delayNs - delayOldNs)) / NS_PER_S;
}

const MAX_PACKET_BYTES = 1514;
export const LARGE_DELAY_NS = msToNs(250);
/** Increase of the probability per update while the delay is above LARGE_DELAY, as in Linux. */
export const LARGE_DELAY_STEP = 0.02;
export const MARK_CEILING = 0.1;
/** Limit on the increase per update above a probability of 10 % (RFC 8033 §5.5). */
export const LARGEST_STEP = 0.02;

/** Returns the step after its limit (RFC 8033 §5.5) and the addition for a delay above 250 ms, as in Linux. */
function limitedStep(step: number, p: number, delayNs: number): number {
  const limited = p >= 0.1 && step > LARGEST_STEP ? LARGEST_STEP : step;
  return delayNs > LARGE_DELAY_NS ? limited + LARGE_DELAY_STEP : limited;
}

/** The last step of a controller that regulates a delay. It is stored at each update, to explain the probability. */
export class PiStep implements PiGains {
  /** Probability before that step. */
  before = 0;
  delayNs = 0;
  delayOldNs = 0;
  scale = 1;
  // Settings at the time of the step. The user may have changed the settings since.
  alphaPerS = 0;
  betaPerS = 0;
  targetNs = 0;

  note(before: number, scale: number, delayNs: number, delayOldNs: number, gains: PiGains): void {
    this.before = before;
    this.scale = scale;
    this.delayNs = delayNs;
    this.delayOldNs = delayOldNs;
    this.alphaPerS = gains.alphaPerS;
    this.betaPerS = gains.betaPerS;
    this.targetNs = gains.targetNs;
  }

  /** Change of the probability computed from the delays, before any limit is applied. */
  get unlimited(): number {
    return piStep(this.delayNs, this.delayOldNs, this) * this.scale;
  }
}

/** The length of the queue, as far as the law needs it. */
export interface PieBacklog {
  readonly packets: number;
  readonly bytes: number;
}

/** State and common rules of a PIE law for one queue. */
export abstract class PieControl {
  protected readonly clock: Clock;
  readonly settings: PieSettings;
  // State of the controller.
  p = 0;
  /** Queue delay at the last and at the previous update (ns). */
  delayNs = 0;
  protected delayOldNs = 0;
  burstNs: number;
  readonly lastStep = new PiStep();

  constructor(clock: Clock, settings: PieSettings) {
    this.clock = clock;
    this.settings = settings;
    this.burstNs = settings.maxBurstNs;
  }

  /** Decides whether a packet that arrives behind `backlog` is to be marked or dropped. */
  abstract signals(backlog: PieBacklog, port: DisciplinePort): boolean;

  /** Notes that a packet has left and `backlog` remains. */
  abstract onDeparture(packet: Packet, backlog: PieBacklog): void;

  /** Recomputes the probability; called every `update`. */
  abstract update(backlog: PieBacklog): void;

  /** Notes that a packet was dropped on arrival, for any reason. */
  abstract onDrop(): void;

  /** Returns false if ECN-capable packets must be dropped too (RFC 8033 §5.1). */
  mayMark(): boolean {
    const { marking, dropsAboveTenPercent } = this.settings;
    return marking && (this.p <= MARK_CEILING || !dropsAboveTenPercent);
  }

  /**
   * Returns true if the packet is accepted without a draw: during the burst allowance, while the delay is short, or while very
   * few bytes wait (RFC 8033 §4.1).
   */
  protected acceptsAnyway(backlogBytes: number): boolean {
    // The burst allowance is not used up.
    if (this.burstNs > 0) return true;
    // The delay is below half the target, and the probability is below 20 %.
    if (this.delayNs < this.settings.targetNs / 2 && this.p < 0.2) return true;
    // Fewer than two packets wait.
    return backlogBytes < 2 * MAX_PACKET_BYTES;
  }

  /** Returns the probability after one step for the delay `delayNs` (RFC 8033 §4.2), within 0 and 1. */
  protected movedProbability(delayNs: number, gainScale: number): number {
    const step = limitedStep(piStep(delayNs, this.delayOldNs, this.settings) * gainScale, this.p, delayNs);
    this.lastStep.note(this.p, gainScale, delayNs, this.delayOldNs, this.settings);
    return Math.min(1, Math.max(0, this.p + step));
  }

  /**
   * Returns true if both delays are below half the target and p is 0: RFC 8033 §4.4 then starts a new burst
   * allowance.
   */
  protected isCalm(delayNs: number): boolean {
    const half = this.settings.targetNs / 2;
    return delayNs < half && this.delayOldNs < half && this.p === 0;
  }
}
