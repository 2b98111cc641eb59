/** A single queue under a PIE law, which decides when a packet arrives and updates itself periodically. */
import type { Packet } from "../../net/packet.ts";
import type { ParamValue, ParamValues } from "../../params/param.ts";
import { NS_PER_MS } from "../../params/read.ts";
import { FifoDiscipline } from "../fifo-discipline.ts";
import { type DisciplinePort, DROP_AQM } from "../queue-discipline.ts";
import type { PieControl } from "./control.ts";
import { PieSettings } from "./settings.ts";

/** A queue discipline in which a PIE law decides about each arriving packet. */
export class PieDiscipline<Law extends PieControl = PieControl> extends FifoDiscipline {
  private readonly settings: PieSettings;
  readonly law: Law;

  constructor(
    port: DisciplinePort,
    values: ParamValues,
    lawWith: (settings: PieSettings) => Law,
    firstUpdateNs: (settings: PieSettings) => number,
  ) {
    super(port, values);
    this.settings = new PieSettings(values);
    this.law = lawWith(this.settings);
    port.wakeAfter(firstUpdateNs(this.settings));
  }

  enqueue(packet: Packet): void {
    const { law, port, fifo } = this;
    if (this.isFullFor(packet)) {
      law.onDrop();
      this.dropOverflow(packet);
    } else if (!law.signals(fifo, port) || (law.mayMark() && port.mark(packet))) {
      fifo.push(packet);
    } else {
      law.onDrop();
      port.drop(packet, DROP_AQM);
    }
  }

  override dequeue(): Packet | null {
    const packet = this.fifo.shift();
    if (packet !== null) this.law.onDeparture(packet, this.fifo);
    return packet;
  }

  override onWake(): void {
    this.law.update(this.fifo);
    this.port.wakeAfter(this.settings.updateNs);
  }

  override configure(id: string, value: ParamValue): void {
    if (!this.settings.set(id, value)) super.configure(id, value);
  }

  override probe(index: number): number {
    const { p, delayNs, burstNs } = this.law;
    return index === 0 ? p : (index === 1 ? delayNs : burstNs) / NS_PER_MS;
  }
}
