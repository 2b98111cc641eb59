/** RED on a single queue: decides when a packet arrives. RED itself, and what Adaptive RED builds on. */

import type { Explanation, QueueDecision } from "../explain/explanation.ts";
import { numberText } from "../explain/formats.ts";
import type { Packet } from "../net/packet.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";
import { FifoDiscipline } from "./fifo-discipline.ts";
import { type DisciplinePort, DROP_AQM } from "./queue-discipline.ts";
import { deed, explainFull, withMore } from "./queue-words.ts";
import { RedAverage, secondWeight } from "./red-average.ts";
import { FORCED, PASS, RedLaw, type Verdict } from "./red-law.ts";
import { RedSettings } from "./red-settings.ts";

const BITS_PER_BYTE = 8;

export class RedDiscipline extends FifoDiscipline {
  protected readonly settings: RedSettings;
  protected readonly law = new RedLaw();
  protected readonly average: RedAverage;
  /** Whether the average and the thresholds are in bytes, not packets. */
  private inBytes = false;
  /** The link's rate that weight, ageing and thresholds were made for; 0: to be made anew. */
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

  dequeue(): Packet | null {
    const packet = this.fifo.shift();
    if (packet === null) this.average.startIdle();
    return packet;
  }

  explain(decision: QueueDecision): Explanation {
    const { law, average, settings } = this;
    const length = (value: number) =>
      this.inBytes ? `${numberText(value / 1000)} kB` : `${numberText(value)} packets`;
    if (decision.event === "overflowDrop") {
      const thresholds = `th_min = ${length(law.min)} and th_max = ${length(law.max)}`;
      const slow = `RED's average queue was ${length(average.value)} then, with ${thresholds}.`;
      return withMore(explainFull(this.fifo, this.limit, decision.packet), slow);
    }
    const high = settings.marking ? "ECN-capable packets are dropped, too, at such an average" : undefined;
    return law.explain(average.value, deed(decision, high), length);
  }

  override configure(id: string, value: ParamValue): void {
    if (!this.settings.set(id, value)) super.configure(id, value);
    else if (id === "red-pmax") this.law.maxP = this.settings.maxP;
    this.retune();
  }

  probe(index: number): number {
    if (index === 1) return this.law.probability;
    return this.inBytes ? this.average.value / this.settings.meanPacketBytes : this.average.value;
  }

  /** Before the next packet. */
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

  /** Thresholds for a link of that many mean packets a second. */
  protected placeThresholds(_packetsPerS: number): void {
    const { min, max, meanPacketBytes } = this.settings;
    const inBytes = !Number.isFinite(min.packets) || !Number.isFinite(max.packets);
    this.measureIn(inBytes);
    const lengthOf = ({ packets, bytes }: typeof min) =>
      inBytes ? Math.min(bytes, packets * meanPacketBytes) : packets;
    this.law.setThresholds(lengthOf(min), lengthOf(max));
  }

  /** The average keeps its meaning when its unit changes in mid-run. */
  protected measureIn(bytes: boolean): void {
    if (bytes === this.inBytes) return;
    this.inBytes = bytes;
    const { meanPacketBytes } = this.settings;
    this.average.value *= bytes ? meanPacketBytes : 1 / meanPacketBytes;
  }

  private tryMark(packet: Packet, verdict: Verdict): boolean {
    const { marking, dropsFromMax, marksForced } = this.settings;
    if (!marking || (verdict === FORCED && !marksForced)) return false;
    if (dropsFromMax && this.average.value >= this.law.max) return false;
    return this.port.mark(packet);
  }
}
