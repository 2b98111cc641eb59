/**
 * A web client: sessions consist of pages, pages consist of objects. The objects of a page are requested one after the other with
 * random gaps. A page is complete with the last byte of its last object. After a gap, the next page or session follows.
 * Reference: Kwon and Fahmy §V (exponential gaps between objects, pages and sessions); ns-2.35 web-traffic.tcl for everything
 * that the paper does not specify.
 */
import {
  type BooleanParam,
  type NumberParam,
  type ParamValue,
  type ParamValues,
  range,
} from "../params/param.ts";
import { booleanOf, NS_PER_S, numberOf, readBoolean, readNumber } from "../params/read.ts";
import { exponential, RandomSize, SIZE_PARAMS, TRANSFER_SIZE } from "./random-size.ts";
import type { Traffic, TrafficCard, TrafficDefinition, TrafficHost } from "./traffic.ts";

function gap(id: string, label: string, seconds: number, help: string): NumberParam {
  return {
    id,
    label,
    unit: "s",
    ...range({ default: seconds, min: 0.001, max: 600, step: 0.1, scale: "log" }),
    help,
    cite: "Kwon and Fahmy §V",
  };
}

function perParent(id: string, label: string, count: number, help: string): NumberParam {
  return {
    id,
    label,
    unit: "count",
    ...range({ default: count, min: 1, max: 1000, step: 1, scale: "log", integer: true }),
    help,
  };
}

const OBJECT_GAP = gap(
  "object-gap",
  "Gap between objects",
  0.01,
  "Mean time from one request of a page to the next.",
);
const PAGE_GAP = gap("page-gap", "Gap between pages", 1, "Mean time from the end of a page to the next one.");
const SESSION_GAP = gap(
  "session-gap",
  "Gap between sessions",
  5,
  "Mean time from the end of a session's last page to the next session.",
);
const OBJECTS = perParent("page-objects", "Objects per page", 4, "Objects that a page consists of.");
const PAGES = perParent("session-pages", "Pages per session", 10, "Pages that are read in a session.");
const PERSISTENT: BooleanParam = {
  kind: "boolean",
  id: "persistent",
  label: "Persistent connection",
  default: false,
  help: "On: all objects of a session are fetched one at a time over one connection. Off: each object is fetched over a new connection.",
  cite: "RFC 9112 §9.3",
};

/** Number that is never the number of a transfer. */
const NOTHING = -1;

const NUMBERS = [OBJECT_GAP, PAGE_GAP, SESSION_GAP, OBJECTS, PAGES] as const;

class Http implements Traffic {
  private readonly host: TrafficHost;
  private readonly size: RandomSize;
  private readonly numbers = new Map<string, number>();
  private persistent: boolean;
  private isStopped = false;
  private pagesLeft = 0;
  /** State of the current page. */
  private pageStartNs = 0;
  /** False if an object of the current page could not be loaded. */
  private isWhole = true;
  private toRequest = 0;
  private toArrive = 0;
  /** Sizes of objects that wait for the persistent connection. */
  private readonly waiting: number[] = [];
  /** True if the last connection was opened in the current session. */
  private isConnected = false;
  /** Number of the transfer on the persistent connection. */
  private onConnection = NOTHING;

  constructor(host: TrafficHost, values: ParamValues) {
    this.host = host;
    this.size = new RandomSize(values);
    for (const { id } of NUMBERS) this.numbers.set(id, readNumber(values, id));
    this.persistent = readBoolean(values, PERSISTENT.id);
  }

  start(): void {
    // The first request comes after a random gap, so that clients that start together do not send at the same times.
    this.startSession();
    this.wakeAfter(PAGE_GAP);
  }

  stop(): void {
    this.isStopped = true;
    this.host.cut();
  }

  /** Sends the next request: for the current page or, if all its objects have been requested, for the next page. */
  onWake(): void {
    if (this.toRequest === 0) this.startPage();
    this.request();
    this.toRequest--;
    if (this.toRequest > 0) this.wakeAfter(OBJECT_GAP);
    else if (this.toArrive === 0) this.endPage();
  }

  onDone(transfer: number): void {
    this.toArrive--;
    if (transfer === this.onConnection) this.sendWaiting();
    if (this.toArrive === 0 && this.toRequest === 0) this.endPage();
  }

  /** Handles an object that could not be loaded: the page counts as incomplete, and its loading time is not recorded. */
  onNotOpened(transfer: number): void {
    this.isWhole = false;
    if (transfer === this.onConnection) this.isConnected = false;
    this.onDone(transfer);
  }

  configure(id: string, value: ParamValue): void {
    if (this.numbers.has(id)) this.numbers.set(id, numberOf(value, id));
    else if (id === PERSISTENT.id) this.persistent = booleanOf(value, id);
    else if (!this.size.set(id, value)) throw new Error(`web traffic has no parameter ${id}`);
  }

  private startSession(): void {
    this.pagesLeft = this.of(PAGES);
    this.isConnected = false;
  }

  private startPage(): void {
    this.pageStartNs = this.host.nowNs;
    this.isWhole = true;
    this.toRequest = this.of(OBJECTS);
    this.toArrive = this.toRequest;
  }

  private request(): void {
    const bytes = this.size.draw(this.host.random());
    if (this.persistent && this.onConnection !== NOTHING) this.waiting.push(bytes);
    else this.send(bytes);
  }

  /**
   * Requests the next waiting object if the persistent connection is free. If each object has its own connection, requests all
   * waiting objects.
   */
  private sendWaiting(): void {
    this.onConnection = NOTHING;
    while (!this.isStopped && this.onConnection === NOTHING) {
      const next = this.waiting.shift();
      if (next === undefined) return;
      this.send(next);
    }
  }

  private send(bytes: number): void {
    const transfer = this.host.transfer(bytes, !this.persistent || !this.isConnected);
    if (transfer === null) {
      // Too many connections are open. The page is shown without this object, and its loading time is not recorded.
      this.isWhole = false;
      this.toArrive--;
      return;
    }
    this.isConnected = this.persistent;
    if (this.persistent) this.onConnection = transfer;
  }

  private endPage(): void {
    if (this.isWhole) this.host.noteResponse(this.host.nowNs - this.pageStartNs);
    if (this.isStopped) return;
    this.pagesLeft--;
    const isLast = this.pagesLeft === 0;
    if (isLast) this.startSession();
    this.wakeAfter(isLast ? SESSION_GAP : PAGE_GAP);
  }

  private wakeAfter(param: NumberParam): void {
    const gapS = exponential(this.of(param), this.host.random());
    this.host.wakeAfter(Math.max(1, Math.round(gapS * NS_PER_S)));
  }

  private of(param: NumberParam): number {
    return this.numbers.get(param.id) ?? 0;
  }
}

const BITS_PER_BYTE = 8;

/**
 * Returns the number of requests per second over a network without delay: the objects of a session divided by the time of its
 * gaps.
 */
function requestsPerS(values: ParamValues): number {
  const settingOf = (param: NumberParam) => readNumber(values, param.id);
  const withinPageS = (settingOf(OBJECTS) - 1) * settingOf(OBJECT_GAP);
  const sessionS =
    settingOf(PAGES) * withinPageS + (settingOf(PAGES) - 1) * settingOf(PAGE_GAP) + settingOf(SESSION_GAP);
  return (settingOf(PAGES) * settingOf(OBJECTS)) / sessionS;
}

function wantsBps(values: ParamValues): number {
  return requestsPerS(values) * readNumber(values, TRANSFER_SIZE.id) * BITS_PER_BYTE;
}

export const httpCard: TrafficCard = {
  id: "http",
  label: "Web pages",
  family: "Data over TCP",
  summary:
    "A web client that reads pages of several objects, with random gaps between them. The result of interest is how long a page takes, from its first request to its last byte.",
  cite: "Kwon and Fahmy §V",
  transport: "tcp",
  params: [OBJECT_GAP, PAGE_GAP, SESSION_GAP, OBJECTS, PAGES, PERSISTENT, ...SIZE_PARAMS],
  probes: [],
  offers: { kind: "transfers", perS: requestsPerS },
  wantsBps,
};

export const http: TrafficDefinition = {
  ...httpCard,
  create: (host, values) => new Http(host, values),
};
