/**
 * CoDel on a single queue: signals when the smallest sojourn time of an interval stays above the target, then ever
 * more often until it falls below. Works at the head, with time stamps. Reference: RFC 8289.
 */
import type { Packet } from "../net/packet.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";
import { booleanOf, msToNs, numberOf, readBoolean, readNumber, readText, textOf } from "../params/read.ts";
import { type CodelHost, CodelLaw } from "./codel-law.ts";
import { FifoDiscipline } from "./fifo-discipline.ts";
import { type DisciplinePort, DROP_AQM, type QueueDisciplineDefinition } from "./queue-discipline.ts";
import { AQM_ECN, CODEL_INTERVAL, CODEL_PROBES, CODEL_SQRT, CODEL_TARGET } from "./shared-params.ts";

class Codel extends FifoDiscipline implements CodelHost {
  private readonly law: CodelLaw;
  private marking: boolean;

  constructor(port: DisciplinePort, values: ParamValues) {
    super(port, values);
    this.law = new CodelLaw(
      msToNs(readNumber(values, "target")),
      msToNs(readNumber(values, "interval")),
      readText(values, "codel-sqrt") === "exact",
    );
    this.marking = readBoolean(values, "aqm-ecn");
  }

  enqueue(packet: Packet): void {
    if (this.isFullFor(packet)) this.dropOverflow(packet);
    else this.fifo.push(packet);
  }

  dequeue(nowNs: number): Packet | null {
    return this.law.dequeue(this, nowNs);
  }

  takeHead(): Packet | null {
    return this.fifo.shift();
  }

  backlogBytes(): number {
    return this.fifo.bytes;
  }

  tryMark(packet: Packet): boolean {
    return this.marking && this.port.mark(packet);
  }

  dropSignal(packet: Packet): void {
    this.port.drop(packet, DROP_AQM);
  }

  override configure(id: string, value: ParamValue): void {
    if (id === "target") this.law.targetNs = msToNs(numberOf(value, id));
    else if (id === "interval") this.law.intervalNs = msToNs(numberOf(value, id));
    else if (id === "codel-sqrt") this.law.exact = textOf(value, id) === "exact";
    else if (id === "aqm-ecn") this.marking = booleanOf(value, id);
    else super.configure(id, value);
  }

  probe(index: number): number {
    return index === 0 ? this.law.count : this.law.dropping ? 1 : 0;
  }
}

export const codel: QueueDisciplineDefinition = {
  id: "codel",
  label: "CoDel",
  summary:
    "Signals when the smallest sojourn time of an interval stays above the target, then ever more often until it falls below. Decides when a packet leaves.",
  cite: "RFC 8289",
  params: [CODEL_TARGET, CODEL_INTERVAL, AQM_ECN, CODEL_SQRT],
  probes: CODEL_PROBES,
  create: (port, values) => new Codel(port, values),
};
