/** A train of pings: ICMP echo requests at equal intervals. The receiver answers each; the answer's time is recorded. */
import { type NumberParam, type ParamValue, type ParamValues, range } from "../params/param.ts";
import { NS_PER_MS, NS_PER_S, numberOf, readNumber } from "../params/read.ts";
import type { Traffic, TrafficCard, TrafficDefinition, TrafficHost } from "./traffic.ts";

const INTERVAL: NumberParam = {
  id: "ping-interval",
  label: "Interval",
  unit: "ms",
  ...range({ default: 100, min: 1, max: 60_000, step: 10, scale: "log" }),
  help: "Time from one ping to the next: 100 ms is ten pings per second.",
  cite: "ping(8), -i",
};

const PAYLOAD: NumberParam = {
  id: "ping-payload",
  label: "Payload",
  unit: "B",
  ...range({ default: 56, min: 1, max: 9000, step: 8, integer: true }),
  help: "Payload of each ping and of its answer.",
  cite: "ping(8), -s",
};

const BITS_PER_BYTE = 8;

class Ping implements Traffic {
  private readonly host: TrafficHost;
  private intervalNs: number;
  private payloadBytes: number;

  constructor(host: TrafficHost, values: ParamValues) {
    this.host = host;
    this.intervalNs = Math.round(readNumber(values, INTERVAL.id) * NS_PER_MS);
    this.payloadBytes = readNumber(values, PAYLOAD.id);
  }

  start(): void {
    // The first ping leaves at a random time within the first interval, so that equal trains do not run in step.
    this.host.wakeAfter(Math.ceil(this.host.random() * this.intervalNs));
  }

  stop(): void {}

  onWake(): void {
    this.host.datagram(this.payloadBytes);
    this.host.wakeAfter(this.intervalNs);
  }

  onDone(): void {
    throw new Error("pings make no transfers");
  }

  onNotOpened(): void {
    throw new Error("pings open no connections");
  }

  configure(id: string, value: ParamValue): void {
    if (id === INTERVAL.id) this.intervalNs = Math.round(numberOf(value, id) * NS_PER_MS);
    else if (id === PAYLOAD.id) this.payloadBytes = numberOf(value, id);
    else throw new Error(`pings have no parameter ${id}`);
  }
}

function perS(values: ParamValues): number {
  return NS_PER_S / NS_PER_MS / readNumber(values, INTERVAL.id);
}

export const pingCard: TrafficCard = {
  id: "ping",
  label: "Pings",
  family: "Datagrams",
  summary:
    "Pings at equal intervals. The receiver sends each one back; the result of interest is how long that takes. A lost ping is not repeated.",
  cite: "RFC 792",
  transport: "udp",
  isEchoed: true,
  params: [INTERVAL, PAYLOAD],
  probes: [],
  offers: { kind: "datagrams", perS },
  wantsBps: (values) => perS(values) * readNumber(values, PAYLOAD.id) * BITS_PER_BYTE,
};

export const ping: TrafficDefinition = {
  ...pingCard,
  create: (host, values) => new Ping(host, values),
};
