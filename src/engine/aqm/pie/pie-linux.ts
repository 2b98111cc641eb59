/**
 * PIE as in Linux 3.14 to 4.5, used by the ABE paper (kernel 3.17). It differs from RFC 8033 as follows. The delay is derived
 * from a measured departure rate, and measuring this rate requires a queue of 10 kB. There are only three gain steps and no
 * derandomisation. The first update is 500 ms after the start. The burst allowance is used up only while the rate is being
 * measured. Reference: Linux 3.17 sch_pie.c; ABE paper §3.
 */

import type { Packet } from "../../net/packet.ts";
import { msToNs } from "../../params/read.ts";
import type { DisciplinePort, QueueDisciplineCard, QueueDisciplineDefinition } from "../queue-discipline.ts";
import { type PieBacklog, PieControl } from "./control.ts";
import { PieDiscipline } from "./discipline.ts";
import { PIE_PROBES, pieParams } from "./settings.ts";

const QUEUE_THRESHOLD_BYTES = 10_000;
const FIRST_UPDATE_NS = msToNs(500);
const NOT_MEASURING = -1;

/** Returns the factor of the step: the three gain steps of the old kernel. */
export function oldGainScale(p: number): number {
  return p < 0.01 ? 1 / 8 : p < 0.1 ? 1 / 2 : 1;
}

/** Returns p after one update without any delay. */
function decayed(p: number): number {
  return p * 0.98;
}

export class PieLinuxLaw extends PieControl {
  // State that only this law has, in addition to the state of all PIE variants.
  /** Measured departure rate (bytes per ns); 0 while unknown. */
  private rate = 0;
  private measuredBytes = NOT_MEASURING;
  private measuredFromNs = 0;

  signals(backlog: PieBacklog, port: DisciplinePort): boolean {
    return !this.acceptsAnyway(backlog.bytes) && port.random() < this.p;
  }

  onDrop(): void {
    // Nothing to do, because the decision on each arrival does not depend on earlier drops.
  }

  onDeparture(packet: Packet, backlog: PieBacklog): void {
    // The threshold applies to the bytes that remain in the queue, as the kernel's backlog counter does at this point.
    this.measureRate(packet.bytes, backlog.bytes);
  }

  /** Measures the departure rate. A measurement starts only while 10 kB wait, and lasts for at least 10 kB of departures. */
  private measureRate(leftBytes: number, backlogBytes: number): void {
    // A measurement starts when enough bytes wait.
    if (backlogBytes >= QUEUE_THRESHOLD_BYTES && this.measuredBytes === NOT_MEASURING) {
      this.measuredFromNs = this.clock.nowNs;
      this.measuredBytes = 0;
    }
    if (this.measuredBytes === NOT_MEASURING) return;
    // It ends when enough bytes have left. The first one is the rate, each later one moves it by an eighth.
    this.measuredBytes += leftBytes;
    if (this.measuredBytes < QUEUE_THRESHOLD_BYTES) return;
    const durationNs = this.clock.nowNs - this.measuredFromNs;
    if (durationNs <= 0) return;
    // A function of its own for the average would allocate its result.
    const rate = this.measuredBytes / durationNs;
    this.rate = this.rate === 0 ? rate : this.rate - this.rate / 8 + rate / 8;
    // The next one follows at once if enough bytes wait. The burst allowance is used up only here.
    if (backlogBytes < QUEUE_THRESHOLD_BYTES) {
      this.measuredBytes = NOT_MEASURING;
    } else {
      this.measuredBytes = 0;
      this.measuredFromNs = this.clock.nowNs;
    }
    this.burstNs = Math.max(0, this.burstNs - durationNs);
  }

  update(backlog: PieBacklog): void {
    const backlogBytes = backlog.bytes;
    // The delay is the backlog divided by the departure rate (Little's law).
    this.delayOldNs = this.delayNs;
    const delayNs = this.rate > 0 ? backlogBytes / this.rate : 0;
    this.delayNs = delayNs;
    // A delay of 0 while packets wait gives no information.
    if (delayNs === 0 && backlogBytes !== 0) return;
    // p moves with the delay's distance from the target and with its change, and decays without any delay.
    this.p = this.movedProbability(delayNs, oldGainScale(this.p));
    if (delayNs === 0 && this.delayOldNs === 0) this.p = decayed(this.p);
    // Once congestion is over, the burst allowance starts again.
    if (this.isCalm(delayNs) && this.rate > 0) this.restart();
  }

  private restart(): void {
    this.burstNs = this.settings.maxBurstNs;
    this.rate = 0;
    this.measuredBytes = NOT_MEASURING;
  }
}

export const pieLinuxCard: QueueDisciplineCard = {
  id: "pie-linux",
  label: "PIE (Linux 3.14)",
  family: "By queue delay",
  summary:
    "PIE as in Linux 3.14 to 4.5, which the ABE paper used. It estimates the delay from the length of the queue and the rate at which packets leave.",
  cite: "ABE paper §3; Linux 3.17 sch_pie.c",
  params: pieParams({ targetMs: 20, updateMs: 30, maxBurstMs: 100, ticks: false }),
  probes: PIE_PROBES,
};

export const pieLinux: QueueDisciplineDefinition = {
  ...pieLinuxCard,
  create: (port, values) =>
    new PieDiscipline(
      port,
      values,
      (settings) => new PieLinuxLaw(port.clock, settings),
      () => FIRST_UPDATE_NS,
    ),
};
