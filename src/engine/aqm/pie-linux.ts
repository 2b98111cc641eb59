/**
 * PIE as Linux 3.14 to 4.5 shipped it and the ABE paper used it (its kernel was 3.17). Differences from RFC 8033: the
 * delay comes from a measured departure rate, which needs 10 kB of queue to be measured; three gain steps only; no
 * derandomisation; the first update is 500 ms after the start; the burst allowance runs down only while the rate is
 * being measured. Reference: Linux 3.17 sch_pie.c; ABE paper §3.
 */
import type { Packet } from "../net/packet.ts";
import type { ParamValues } from "../params/param.ts";
import { msToNs } from "../params/read.ts";
import { PieDiscipline } from "./pie-discipline.ts";
import { PIE_PROBES, pieParams } from "./pie-settings.ts";
import { type DisciplinePort, DROP_AQM, type QueueDisciplineDefinition } from "./queue-discipline.ts";

const QUEUE_THRESHOLD_BYTES = 10_000;
const FIRST_UPDATE_NS = msToNs(500);
const NOT_MEASURING = -1;

/** The three steps of the old kernel. */
export function oldGainScale(p: number): number {
  return p < 0.01 ? 1 / 8 : p < 0.1 ? 1 / 2 : 1;
}

class PieLinux extends PieDiscipline {
  // Maintained by the controller, beside what all PIEs maintain
  /** Departure rate in bytes per ns, 0 while unknown. */
  private rate = 0;
  private measuredBytes = NOT_MEASURING;
  private measuredFromNs = 0;

  constructor(port: DisciplinePort, values: ParamValues, nowNs: number) {
    super(port, values, () => nowNs + FIRST_UPDATE_NS);
  }

  enqueue(packet: Packet): void {
    if (this.isFullFor(packet)) this.dropOverflow(packet);
    else if (!this.signals() || this.mark(packet)) this.fifo.push(packet);
    else this.port.drop(packet, DROP_AQM);
  }

  dequeue(nowNs: number): Packet | null {
    const packet = this.fifo.shift();
    // The threshold is compared with what is left behind, as the kernel's backlog counter stands then.
    if (packet !== null) this.measureRate(packet.bytes, this.fifo.bytes, nowNs);
    return packet;
  }

  private signals(): boolean {
    return !this.acceptsAnyway() && this.port.random() < this.p;
  }

  /** A measurement runs over at least 10 kB of departures and starts only with 10 kB waiting. */
  private measureRate(leftBytes: number, backlogBytes: number, nowNs: number): void {
    if (backlogBytes >= QUEUE_THRESHOLD_BYTES && this.measuredBytes === NOT_MEASURING) {
      this.measuredFromNs = nowNs;
      this.measuredBytes = 0;
    }
    if (this.measuredBytes === NOT_MEASURING) return;
    this.measuredBytes += leftBytes;
    if (this.measuredBytes < QUEUE_THRESHOLD_BYTES) return;
    const durationNs = nowNs - this.measuredFromNs;
    if (durationNs <= 0) return;
    const rate = this.measuredBytes / durationNs;
    this.rate = this.rate === 0 ? rate : this.rate - this.rate / 8 + rate / 8;
    if (backlogBytes < QUEUE_THRESHOLD_BYTES) {
      this.measuredBytes = NOT_MEASURING;
    } else {
      this.measuredBytes = 0;
      this.measuredFromNs = nowNs;
    }
    this.burstNs = Math.max(0, this.burstNs - durationNs);
  }

  protected update(): void {
    const backlogBytes = this.fifo.bytes;
    this.delayOldNs = this.delayNs;
    const delayNs = this.rate > 0 ? backlogBytes / this.rate : 0;
    this.delayNs = delayNs;
    // Without a delay although packets wait there is nothing to judge by.
    if (delayNs === 0 && backlogBytes !== 0) return;
    this.p = this.movedProbability(delayNs, oldGainScale(this.p));
    if (delayNs === 0 && this.delayOldNs === 0) this.p *= 0.98;
    if (this.isCalm(delayNs) && this.rate > 0) this.restart();
  }

  private restart(): void {
    this.burstNs = this.settings.maxBurstNs;
    this.rate = 0;
    this.measuredBytes = NOT_MEASURING;
  }
}

export const pieLinux: QueueDisciplineDefinition = {
  id: "pie-linux",
  label: "PIE (Linux 3.14)",
  summary:
    "PIE as Linux 3.14 to 4.5 shipped it and the ABE paper used it: delay from a measured departure rate, three gain steps, no derandomisation.",
  cite: "ABE paper §3; Linux 3.17 sch_pie.c",
  params: pieParams({ targetMs: 20, updateMs: 30, maxBurstMs: 100 }),
  probes: PIE_PROBES,
  create: (port, values, nowNs) => new PieLinux(port, values, nowNs),
};
