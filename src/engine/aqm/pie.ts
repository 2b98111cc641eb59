/**
 * PIE: a proportional-integral controller moves a drop probability so that the queue delay meets the target; the
 * decision falls when a packet arrives. Reference: RFC 8033, with Linux 6.1's details (sch_pie.c, timestamps):
 * the burst allowance runs down as packets leave, p does not decay while packets wait although the delay is 0, the decay
 * is 1/64, and a delay above 250 ms adds 2 %.
 */
import type { Packet } from "../net/packet.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";
import { msToNs, NS_PER_MS, NS_PER_S } from "../params/read.ts";
import { FifoDiscipline } from "./fifo-discipline.ts";
import { PIE_PROBES, PieSettings, pieParams } from "./pie-settings.ts";
import { type DisciplinePort, DROP_AQM, type QueueDisciplineDefinition } from "./queue-discipline.ts";

const MAX_PACKET_BYTES = 1514;
/** RFC 8033 §5.4: derandomisation leaves accumulated probabilities below this alone… */
const ACCUMULATED_MIN = 0.85;
/** …and signals for certain above this. */
const ACCUMULATED_MAX = 8.5;
const LARGE_DELAY_NS = msToNs(250);
const MARK_CEILING = 0.1;

/** RFC 8033 §4.2: the step is scaled down while p is small. Each decade below 10 % divides by 4 more, down to 1/2048. */
export function gainScale(p: number): number {
  if (p >= 0.1) return 1;
  let scale = 1 / 2;
  for (let bound = 0.01; p < bound && bound > 5e-7; bound /= 10) scale /= 4;
  return scale;
}

class Pie extends FifoDiscipline {
  private readonly settings: PieSettings;
  // Maintained by the controller
  private p = 0;
  /** Sojourn time of the packet that left last; 0 when it left nothing behind. */
  private delayNs = 0;
  private delayOldNs = 0;
  private burstNs: number;
  private accumulated = 0;
  private lastDequeueNs = -1;

  constructor(port: DisciplinePort, values: ParamValues, nowNs: number) {
    super(port, values);
    this.settings = new PieSettings(values);
    this.burstNs = this.settings.maxBurstNs;
    port.wakeAt(nowNs + this.settings.updateNs);
  }

  enqueue(packet: Packet): void {
    if (this.isFullFor(packet)) {
      this.accumulated = 0;
      this.dropOverflow(packet);
    } else if (!this.signals() || this.mark(packet)) {
      this.fifo.push(packet);
    } else {
      this.accumulated = 0;
      this.port.drop(packet, DROP_AQM);
    }
  }

  dequeue(nowNs: number): Packet | null {
    const packet = this.fifo.shift();
    if (packet === null) return null;
    // RFC 8033 §4.3, alternative: the delay of the packet that leaves, by its time stamp.
    this.delayNs = this.fifo.packets === 0 ? 0 : nowNs - packet.enqueuedNs;
    if (this.lastDequeueNs >= 0 && this.burstNs > 0) {
      this.burstNs = Math.max(0, this.burstNs - (nowNs - this.lastDequeueNs));
    }
    this.lastDequeueNs = nowNs;
    return packet;
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

  /** RFC 8033 §4.1, with the derandomisation of §5.4. */
  private signals(): boolean {
    if (this.burstNs > 0) return false;
    if (this.delayNs < this.settings.targetNs / 2 && this.p < 0.2) return false;
    if (this.fifo.bytes < 2 * MAX_PACKET_BYTES) return false;
    this.accumulated = this.p === 0 ? 0 : this.accumulated + this.p;
    if (this.accumulated < ACCUMULATED_MIN) return false;
    if (this.accumulated >= ACCUMULATED_MAX) return true;
    if (this.port.random() >= this.p) return false;
    this.accumulated = 0;
    return true;
  }

  private mark(packet: Packet): boolean {
    const { marking, dropsAboveTenPercent } = this.settings;
    return marking && (this.p <= MARK_CEILING || !dropsAboveTenPercent) && this.port.mark(packet);
  }

  /** RFC 8033 §4.2, with the cap of §5.5. */
  private update(): void {
    const settings = this.settings;
    const delayNs = this.delayNs;
    // Delay 0 while packets wait: the backlog is too small to judge by.
    const judged = delayNs !== 0 || this.fifo.packets === 0;
    let step =
      ((settings.alphaPerS * (delayNs - settings.targetNs) +
        settings.betaPerS * (delayNs - this.delayOldNs)) /
        NS_PER_S) *
      gainScale(this.p);
    if (this.p >= 0.1 && step > 0.02) step = 0.02;
    if (delayNs > LARGE_DELAY_NS) step += 0.02;
    this.p = Math.min(1, Math.max(0, this.p + step));
    if (delayNs === 0 && this.delayOldNs === 0 && judged) this.p -= this.p / 64;
    const calm = delayNs < settings.targetNs / 2 && this.delayOldNs < settings.targetNs / 2;
    if (calm && this.p === 0) this.restart();
    this.delayOldNs = delayNs;
  }

  /** RFC 8033 §4.4: after a quiet time a burst is let through again. */
  private restart(): void {
    this.burstNs = this.settings.maxBurstNs;
    this.accumulated = 0;
    this.lastDequeueNs = -1;
  }
}

export const pie: QueueDisciplineDefinition = {
  id: "pie",
  label: "PIE",
  summary:
    "A proportional-integral controller moves a drop probability so that the queue delay meets the target. Decides when a packet arrives.",
  cite: "RFC 8033",
  params: pieParams({ targetMs: 15, updateMs: 15, maxBurstMs: 150 }),
  probes: PIE_PROBES,
  create: (port, values, nowNs) => new Pie(port, values, nowNs),
};
