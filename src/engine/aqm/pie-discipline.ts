/**
 * What the PIE variants share: settings, the state that a controller maintains, when to accept without a draw, and what
 * a signal does. How the delay is found and how the probability moves is each variant's own. Reference: RFC 8033 §4, §5.1.
 */
import type { Packet } from "../net/packet.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";
import { msToNs, NS_PER_MS, NS_PER_S } from "../params/read.ts";
import { FifoDiscipline } from "./fifo-discipline.ts";
import { PieSettings } from "./pie-settings.ts";
import type { DisciplinePort } from "./queue-discipline.ts";

const MAX_PACKET_BYTES = 1514;
const LARGE_DELAY_NS = msToNs(250);
const MARK_CEILING = 0.1;
/** RFC 8033 §5.5: above a probability of 10 % it rises by at most this an update. */
const LARGEST_STEP = 0.02;

export abstract class PieDiscipline extends FifoDiscipline {
  protected readonly settings: PieSettings;
  // Maintained by the controller
  protected p = 0;
  /** The queue delay that the controller sees, now and at the update before. */
  protected delayNs = 0;
  protected delayOldNs = 0;
  protected burstNs: number;

  constructor(port: DisciplinePort, values: ParamValues, firstUpdateNs: (settings: PieSettings) => number) {
    super(port, values);
    this.settings = new PieSettings(values);
    this.burstNs = this.settings.maxBurstNs;
    port.wakeAt(firstUpdateNs(this.settings));
  }

  override onWake(nowNs: number): void {
    this.update();
    this.port.wakeAt(nowNs + this.settings.updateNs);
  }

  override configure(id: string, value: ParamValue): void {
    if (!this.settings.set(id, value)) super.configure(id, value);
  }

  probe(index: number): number {
    return index === 0 ? this.p : (index === 1 ? this.delayNs : this.burstNs) / NS_PER_MS;
  }

  /** Recomputes the probability; comes every `update`. */
  protected abstract update(): void;

  /** RFC 8033 §4.1: a burst, a short delay or hardly anything waiting is let through. */
  protected acceptsAnyway(): boolean {
    if (this.burstNs > 0) return true;
    if (this.delayNs < this.settings.targetNs / 2 && this.p < 0.2) return true;
    return this.fifo.bytes < 2 * MAX_PACKET_BYTES;
  }

  /** RFC 8033 §5.1; false: the packet is to be dropped. */
  protected mark(packet: Packet): boolean {
    const { marking, dropsAboveTenPercent } = this.settings;
    return marking && (this.p <= MARK_CEILING || !dropsAboveTenPercent) && this.port.mark(packet);
  }

  /** RFC 8033 §4.2: the step that `delayNs` after `delayOldNs` asks for; above 250 ms 0.02 more, as in Linux. */
  protected movedProbability(delayNs: number, gainScale: number): number {
    const { alphaPerS, betaPerS, targetNs } = this.settings;
    const error = alphaPerS * (delayNs - targetNs) + betaPerS * (delayNs - this.delayOldNs);
    let step = (error / NS_PER_S) * gainScale;
    if (this.p >= 0.1 && step > LARGEST_STEP) step = LARGEST_STEP;
    if (delayNs > LARGE_DELAY_NS) step += 0.02;
    return Math.min(1, Math.max(0, this.p + step));
  }

  /** Both delays below half the target, and nothing left to signal: RFC 8033 §4.4 starts a new burst allowance. */
  protected isCalm(delayNs: number): boolean {
    const half = this.settings.targetNs / 2;
    return delayNs < half && this.delayOldNs < half && this.p === 0;
  }
}
