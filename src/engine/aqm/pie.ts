/**
 * PIE: a proportional-integral controller moves a drop probability so that the queue delay meets the target; the
 * decision falls when a packet arrives. Reference: RFC 8033, with Linux 6.1's details (sch_pie.c, timestamps):
 * the burst allowance runs down as packets leave, p does not decay while packets wait although the delay is 0, the decay
 * is 1/64, and a delay above 250 ms adds 2 %.
 */
import type { Packet } from "../net/packet.ts";
import type { ParamValues } from "../params/param.ts";
import { PieDiscipline } from "./pie-discipline.ts";
import { PIE_PROBES, pieParams } from "./pie-settings.ts";
import { type DisciplinePort, DROP_AQM, type QueueDisciplineDefinition } from "./queue-discipline.ts";

/** RFC 8033 §5.4: derandomisation leaves accumulated probabilities below this alone… */
const ACCUMULATED_MIN = 0.85;
/** …and signals for certain above this. */
const ACCUMULATED_MAX = 8.5;

/** RFC 8033 §4.2: the step is scaled down while p is small. Each decade below 10 % divides by 4 more, down to 1/2048. */
export function gainScale(p: number): number {
  if (p >= 0.1) return 1;
  let scale = 1 / 2;
  for (let bound = 0.01; p < bound && bound > 5e-7; bound /= 10) scale /= 4;
  return scale;
}

class Pie extends PieDiscipline {
  // Maintained by the controller, beside what all PIEs maintain; the delay is the sojourn time of the packet that left
  // last, 0 when it left nothing behind.
  private accumulated = 0;
  private lastDequeueNs = -1;

  constructor(port: DisciplinePort, values: ParamValues, nowNs: number) {
    super(port, values, (settings) => nowNs + settings.updateNs);
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

  /** RFC 8033 §4.1, with the derandomisation of §5.4. */
  private signals(): boolean {
    if (this.acceptsAnyway()) return false;
    this.accumulated = this.p === 0 ? 0 : this.accumulated + this.p;
    if (this.accumulated < ACCUMULATED_MIN) return false;
    if (this.accumulated >= ACCUMULATED_MAX) return true;
    if (this.port.random() >= this.p) return false;
    this.accumulated = 0;
    return true;
  }

  /** RFC 8033 §4.2, with the cap of §5.5. */
  protected update(): void {
    const { delayNs } = this;
    // Delay 0 while packets wait: the backlog is too small to judge by.
    const judged = delayNs !== 0 || this.fifo.packets === 0;
    this.p = this.movedProbability(delayNs, gainScale(this.p));
    if (delayNs === 0 && this.delayOldNs === 0 && judged) this.p -= this.p / 64;
    if (this.isCalm(delayNs)) this.restart();
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
