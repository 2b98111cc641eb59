/** What disciplines with CoDel on a single queue share: the queue as the law's host, and the law's settings. */
import type { Packet } from "../net/packet.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";
import { msToNs, numberOf, readNumber, readText, textOf } from "../params/read.ts";
import { type CodelHost, CodelLaw } from "./codel-law.ts";
import { FifoDiscipline } from "./fifo-discipline.ts";
import { type DisciplinePort, DROP_AQM } from "./queue-discipline.ts";

export abstract class CodelDiscipline extends FifoDiscipline implements CodelHost {
  protected readonly law: CodelLaw;

  constructor(port: DisciplinePort, values: ParamValues) {
    super(port, values);
    this.law = new CodelLaw(
      this.clock,
      msToNs(readNumber(values, "target")),
      msToNs(readNumber(values, "interval")),
      readText(values, "codel-sqrt") === "exact",
    );
  }

  abstract tryMark(packet: Packet): boolean;

  enqueue(packet: Packet): void {
    if (this.isFullFor(packet)) this.dropOverflow(packet);
    else this.fifo.push(packet);
  }

  takeHead(): Packet | null {
    return this.fifo.shift();
  }

  backlogBytes(): number {
    return this.fifo.bytes;
  }

  dropSignal(packet: Packet): void {
    this.port.drop(packet, DROP_AQM);
  }

  override configure(id: string, value: ParamValue): void {
    if (id === "target") this.law.targetNs = msToNs(numberOf(value, id));
    else if (id === "interval") this.law.intervalNs = msToNs(numberOf(value, id));
    else if (id === "codel-sqrt") this.law.exact = textOf(value, id) === "exact";
    else super.configure(id, value);
  }

  probe(index: number): number {
    return index === 0 ? this.law.count : this.law.dropping ? 1 : 0;
  }
}
