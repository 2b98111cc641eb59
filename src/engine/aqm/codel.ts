/**
 * CoDel on a single queue: signals when the smallest sojourn time of an interval stays above the target, then ever
 * more often until it falls below. Works at the head, with time stamps. Reference: RFC 8289.
 */
import { CE, type Packet } from "../net/packet.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";
import { booleanOf, readBoolean } from "../params/read.ts";
import { CodelDiscipline } from "./codel-discipline.ts";
import type { DisciplinePort, QueueDisciplineDefinition } from "./queue-discipline.ts";
import {
  AQM_ECN,
  CE_THRESHOLD,
  CODEL_INTERVAL,
  CODEL_PROBES,
  CODEL_SQRT,
  CODEL_TARGET,
  ceThresholdNs,
} from "./shared-params.ts";

class Codel extends CodelDiscipline {
  private marking: boolean;
  private ceThresholdNs: number;

  constructor(port: DisciplinePort, values: ParamValues) {
    super(port, values);
    this.marking = readBoolean(values, "aqm-ecn");
    this.ceThresholdNs = ceThresholdNs(values["ce-threshold"]);
  }

  dequeue(nowNs: number): Packet | null {
    const packet = this.law.dequeue(this, nowNs);
    if (packet !== null && nowNs - packet.enqueuedNs > this.ceThresholdNs) this.markOnce(packet);
    return packet;
  }

  tryMark(packet: Packet): boolean {
    return this.marking && this.port.mark(packet);
  }

  /** A packet that carries CE, be it from CoDel's law, needs no second mark. */
  private markOnce(packet: Packet): void {
    if (packet.ecn !== CE) this.tryMark(packet);
  }

  override configure(id: string, value: ParamValue): void {
    if (id === "aqm-ecn") this.marking = booleanOf(value, id);
    else if (id === "ce-threshold") this.ceThresholdNs = ceThresholdNs(value);
    else super.configure(id, value);
  }
}

export const codel: QueueDisciplineDefinition = {
  id: "codel",
  label: "CoDel",
  family: "By queue delay",
  summary:
    "Signals when the smallest sojourn time of an interval stays above the target, then ever more often until it falls below. Decides when a packet leaves.",
  cite: "RFC 8289",
  params: [CODEL_TARGET, CODEL_INTERVAL, AQM_ECN, CE_THRESHOLD, CODEL_SQRT],
  probes: CODEL_PROBES,
  deviations: [
    "Marks ECN-capable packets instead of dropping them, as Linux with ecn; RFC 8289 drops.",
    "1/√count follows by one Newton step a change, as in Linux: the third signal comes after half an interval, not 0.71 of one. The exact root is a choice.",
    "A standing queue is more than the largest packet seen, as in RFC 8289; Linux compares with the MTU as set.",
    "The CE threshold marks only while marking is on; in Linux it does not depend on ecn.",
  ],
  create: (port, values) => new Codel(port, values),
};
