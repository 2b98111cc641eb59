/**
 * ECN-enhanced CoDel: marks packets as a warning before CoDel starts to drop. CoDel itself is unchanged and never
 * marks. While it waits for its first interval to pass, ECT packets whose sojourn time exceeds a multiple of the
 * target are marked at random. Reference: Alwahab and Laki, section 3.
 */
import { NOT_ECT, type Packet } from "../../net/packet.ts";
import { type NumberParam, type ParamValue, type ParamValues, range } from "../../params/param.ts";
import { numberOf } from "../../params/read.ts";
import { CodelDiscipline } from "../codel/codel.ts";
import type { DisciplinePort, QueueDisciplineCard, QueueDisciplineDefinition } from "../queue-discipline.ts";
import { CODEL_INTERVAL, CODEL_PROBES, CODEL_SQRT, CODEL_TARGET } from "../shared-params.ts";

const PAPER = "Alwahab and Laki, section 3";

const MULTIPLE: NumberParam = {
  id: "ecodel-c",
  symbol: "C",
  label: "Marking threshold",
  unit: "ratio",
  ...range({ default: 1.5, min: 1, max: 10, sliderMax: 4, step: 0.05 }),
  help: "Packets that waited longer than this many targets may be marked before CoDel drops.",
  cite: PAPER,
};

const PROBABILITY: NumberParam = {
  id: "ecodel-p",
  symbol: "P",
  label: "Marking probability",
  unit: "ratio",
  ...range({ default: 0.3, min: 0, max: 1, step: 0.01 }),
  help: "Probability that such an ECT packet is marked.",
  cite: PAPER,
};

export class EcnCodel extends CodelDiscipline {
  multiple = 0;
  probability = 0;

  constructor(port: DisciplinePort, values: ParamValues) {
    super(port, values);
    this.setAll(ecnCodel, values);
  }

  override dequeue(): Packet | null {
    const { law, port } = this;
    // CoDel drops as usual.
    const packet = law.dequeue(this);
    // While it waits for its first interval to pass, late ECT packets are marked with the probability P.
    if (packet === null || packet.ecn === NOT_ECT || !law.isWaiting()) return packet;
    const isLate = this.clock.nowNs - packet.enqueuedNs > this.multiple * law.targetNs;
    if (isLate && port.random() < this.probability) port.mark(packet);
    return packet;
  }

  /** Returns false: CoDel's own signals stay drops, for ECT packets too. */
  tryMark(): boolean {
    return false;
  }

  override configure(id: string, value: ParamValue): void {
    if (id === "ecodel-c") this.multiple = numberOf(value, id);
    else if (id === "ecodel-p") this.probability = numberOf(value, id);
    else super.configure(id, value);
  }
}

export const ecnCodelCard: QueueDisciplineCard = {
  id: "ecn-codel",
  label: "ECN-enhanced CoDel",
  family: "By queue delay",
  summary:
    "CoDel with an early warning. While packets wait too long, but not yet for a whole interval, packets of ECN-capable flows are marked at random; after that CoDel drops packets.",
  cite: PAPER,
  // This discipline marks packets only as an early warning. A queue that grows slowly reaches CoDel's drops before the marks.
  signalsByMarks: false,
  params: [CODEL_TARGET, CODEL_INTERVAL, MULTIPLE, PROBABILITY, CODEL_SQRT],
  probes: CODEL_PROBES,
};

export const ecnCodel: QueueDisciplineDefinition = {
  ...ecnCodelCard,
  create: (port, values) => new EcnCodel(port, values),
};
