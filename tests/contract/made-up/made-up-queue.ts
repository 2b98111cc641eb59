/** A made-up queue discipline: it marks every arrival while a number of packets wait. */
import { FifoDiscipline } from "../../../src/engine/aqm/fifo-discipline.ts";
import type {
  DisciplinePort,
  QueueDisciplineCard,
  QueueDisciplineDefinition,
} from "../../../src/engine/aqm/queue-discipline.ts";
import { DROP_AQM } from "../../../src/engine/aqm/queue-discipline.ts";
import type { Packet } from "../../../src/engine/net/packet.ts";
import type { NumberParam, ParamValue, ParamValues } from "../../../src/engine/params/param.ts";
import { numberOf, readNumber } from "../../../src/engine/params/read.ts";

const LEVEL: NumberParam = {
  kind: "number",
  id: "made-level",
  symbol: "L",
  label: "Made-up level",
  unit: "count",
  default: 20,
  min: 1,
  max: 1000,
  step: 1,
  scale: "log",
  integer: true,
  help: "Packets that wait when the queue begins to mark.",
  cite: "nowhere",
};

class MadeUpQueue extends FifoDiscipline {
  private level: number;

  constructor(port: DisciplinePort, values: ParamValues) {
    super(port, values);
    this.level = readNumber(values, LEVEL.id);
  }

  enqueue(packet: Packet): void {
    if (this.isFullFor(packet)) this.dropOverflow(packet);
    else if (this.packets < this.level || this.port.mark(packet)) this.fifo.push(packet);
    else this.port.drop(packet, DROP_AQM);
  }

  override configure(id: string, value: ParamValue): void {
    if (id === LEVEL.id) this.level = numberOf(value, id);
    else super.configure(id, value);
  }

  override probe(): number {
    return this.packets / this.level;
  }
}

export const madeUpQueueCard: QueueDisciplineCard = {
  id: "made-up",
  label: "Made-up queue",
  summary: "Marks every packet that arrives while this many packets wait.",
  cite: "nowhere",
  params: [LEVEL],
  probes: [
    {
      id: "made-fill",
      label: "Made-up fill",
      unit: "ratio",
      help: "Packets that wait, as a share of the level.",
    },
  ],
};

export const madeUpQueue: QueueDisciplineDefinition = {
  ...madeUpQueueCard,
  create: (port, values) => new MadeUpQueue(port, values),
};
