/** Short flows that arrive at random, each on a new connection. The completion time of each is recorded. */
import { type NumberParam, type ParamValue, type ParamValues, range } from "../params/param.ts";
import { NS_PER_S, numberOf, readNumber } from "../params/read.ts";
import { exponential, RandomSize, SIZE_PARAMS, TRANSFER_SIZE } from "./random-size.ts";
import type { Traffic, TrafficCard, TrafficDefinition, TrafficHost } from "./traffic.ts";

const ARRIVALS: NumberParam = {
  id: "arrival-rate",
  label: "Arrivals",
  unit: "per-s",
  ...range({ default: 10, min: 0.01, max: 10_000, step: 1, scale: "log" }),
  help: "Mean number of short flows that start per second; the start times are a Poisson process.",
};

const BITS_PER_BYTE = 8;

class Poisson implements Traffic {
  private readonly host: TrafficHost;
  private readonly size: RandomSize;
  private perS: number;
  private readonly startNs = new Map<number, number>();

  constructor(host: TrafficHost, values: ParamValues) {
    this.host = host;
    this.size = new RandomSize(values);
    this.perS = readNumber(values, ARRIVALS.id);
  }

  start(): void {
    this.planNext();
  }

  stop(): void {}

  onWake(): void {
    const transfer = this.host.transfer(this.size.draw(this.host.random()), true);
    if (transfer !== null) this.startNs.set(transfer, this.host.nowNs);
    this.planNext();
  }

  onDone(transfer: number): void {
    const startNs = this.startNs.get(transfer);
    if (startNs === undefined) throw new Error(`transfer ${transfer} was never started`);
    this.startNs.delete(transfer);
    this.host.noteResponse(this.host.nowNs - startNs);
  }

  onNotOpened(transfer: number): void {
    this.startNs.delete(transfer);
  }

  configure(id: string, value: ParamValue): void {
    if (id === ARRIVALS.id) this.perS = numberOf(value, id);
    else if (!this.size.set(id, value)) throw new Error(`Poisson arrivals have no parameter ${id}`);
  }

  private planNext(): void {
    const gapS = exponential(1 / this.perS, this.host.random());
    this.host.wakeAfter(Math.max(1, Math.round(gapS * NS_PER_S)));
  }
}

export const poissonCard: TrafficCard = {
  id: "poisson",
  label: "Short flows",
  family: "Data over TCP",
  summary:
    "Short flows that arrive at random, each on a new connection. The result of interest is how long each flow takes.",
  cite: "Khademi et al., ABE slides (IETF 98): flow completion time",
  transport: "tcp",
  params: [ARRIVALS, ...SIZE_PARAMS],
  probes: [],
  offers: { kind: "transfers", perS: (values) => readNumber(values, ARRIVALS.id) },
  wantsBps: (values) =>
    readNumber(values, ARRIVALS.id) * readNumber(values, TRANSFER_SIZE.id) * BITS_PER_BYTE,
};

export const poisson: TrafficDefinition = {
  ...poissonCard,
  create: (host, values) => new Poisson(host, values),
};
