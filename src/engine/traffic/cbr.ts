/** Constant bit rate over UDP: datagrams at equal intervals, regardless of congestion. No ECN. */
import { type NumberParam, type ParamValue, type ParamValues, range } from "../params/param.ts";
import { NS_PER_S, numberOf, readNumber } from "../params/read.ts";
import type { Traffic, TrafficCard, TrafficDefinition, TrafficHost } from "./traffic.ts";

const RATE: NumberParam = {
  id: "cbr-rate",
  label: "Sending rate",
  unit: "Mbps",
  ...range({ default: 0.5, min: 0.001, max: 10_000, step: 0.5, scale: "log" }),
  help: "Payload that is sent per second, regardless of losses and marks.",
};

const PACKET: NumberParam = {
  id: "cbr-packet",
  label: "Datagram",
  unit: "B",
  ...range({ default: 1000, min: 20, max: 9000, step: 20, integer: true }),
  help: "Payload of each datagram.",
};

const BITS_PER_MEGABIT = 1e6;
const BITS_PER_BYTE = 8;

class Cbr implements Traffic {
  private readonly host: TrafficHost;
  private rateBps: number;
  private payloadBytes: number;
  /** Time of the next datagram (ns), including a fraction so that the rate is exact. */
  private nextNs = 0;

  constructor(host: TrafficHost, values: ParamValues) {
    this.host = host;
    this.rateBps = readNumber(values, RATE.id) * BITS_PER_MEGABIT;
    this.payloadBytes = readNumber(values, PACKET.id);
  }

  start(): void {
    // The first datagram leaves at a random time within the first interval. Otherwise equal sources would always send at the same
    // times.
    this.nextNs = this.host.nowNs + this.host.random() * this.distanceNs;
    this.wakeWhenDue();
  }

  stop(): void {}

  onWake(): void {
    this.host.datagram(this.payloadBytes);
    this.nextNs += this.distanceNs;
    this.wakeWhenDue();
  }

  onDone(): void {
    throw new Error("datagrams make no transfers");
  }

  onNotOpened(): void {
    throw new Error("datagrams open no connections");
  }

  configure(id: string, value: ParamValue): void {
    if (id === RATE.id) this.rateBps = numberOf(value, id) * BITS_PER_MEGABIT;
    else if (id === PACKET.id) this.payloadBytes = numberOf(value, id);
    else throw new Error(`constant bit rate has no parameter ${id}`);
  }

  private wakeWhenDue(): void {
    this.host.wakeAfter(Math.ceil(this.nextNs) - this.host.nowNs);
  }

  private get distanceNs(): number {
    return Math.max(1, (this.payloadBytes * BITS_PER_BYTE * NS_PER_S) / this.rateBps);
  }
}

function wantsBps(values: ParamValues): number {
  return readNumber(values, RATE.id) * BITS_PER_MEGABIT;
}

export const cbrCard: TrafficCard = {
  id: "cbr",
  label: "CBR over UDP",
  family: "Datagrams",
  summary:
    "Datagrams at a constant rate over UDP, without congestion control, ECN or retransmissions. Datagrams that exceed the available capacity are lost.",
  cite: "RFC 768, RFC 8085 §3.1",
  transport: "udp",
  params: [RATE, PACKET],
  probes: [],
  offers: {
    kind: "datagrams",
    perS: (values) => wantsBps(values) / (BITS_PER_BYTE * readNumber(values, PACKET.id)),
  },
  wantsBps,
};

export const cbr: TrafficDefinition = {
  ...cbrCard,
  create: (host, values) => new Cbr(host, values),
};
