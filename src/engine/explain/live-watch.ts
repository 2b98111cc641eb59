/**
 * Observes a live run. Describes the last event in a sentence, and stops the run at the next mark, loss, timeout or join. The log
 * is on only while the run advances step by step, so a run that is not observed is hardly slower.
 */
import type { Network } from "../network.ts";
import { type Look, nextEventOf } from "../next-event.ts";
import { LOG } from "../trace/log-rows.ts";
import { LOG_FLAG, PacketLog } from "../trace/packet-log.ts";
import { type DescribeEvent, lineOf, loggedPacket } from "./event-line.ts";
import { eventSentence, isOfKind, type LoggedEvent, questionOf, type StopKind } from "./event-text.ts";
import type { Question } from "./story.ts";

const NS_PER_S = 1e9;
/** Number of decimals of a time in seconds. Microseconds are needed, because single events can be that close to each other. */
const DIGITS = 6;
/** Number of decimals for the time of a mark, drop or reduction, as in explanations. */
const FEWER_DIGITS = 3;
/** Number of events between two checks of the time limit. */
const EVENTS_PER_LOOK = 200;
/** Maximum number of events that are described together. An overflow may drop half a queue at once. */
const MOST_TOLD = 2;

/** Description of the last event of a live run. */
export interface LiveNews {
  readonly text: string;
  /** Question that the user can ask about the event; null if the event cannot be explained. */
  readonly question: Question | null;
}

/** The part of a simulation that LiveWatch uses. */
interface Watched {
  readonly nowS: number;
  readonly done: boolean;
  advance(untilS: number): boolean;
  stepEvent(look?: Look): void;
  stepToSignal(): unknown;
}

/** Observes one live run. */
export class LiveWatch {
  /** Log of the observed run. */
  readonly log = new PacketLog();
  /** True for each flow that was active at the last check. */
  private active: boolean[] = [];

  constructor() {
    this.log.isOn = false;
  }

  /** Runs exactly one event. */
  stepEvent(run: Watched): LiveNews | null {
    let tell: DescribeEvent = () => "";
    const network = this.listen();
    run.stepEvent((arrival, agendaNs) => {
      if (network !== null) tell = lineOf(network, nextEventOf(network, arrival, agendaNs));
      return true;
    });
    this.log.isOn = false;
    if (network === null || run.done) return null;
    const events = [...this.newEvents(), ...this.joined(network)];
    return newsAt(run.nowS.toFixed(DIGITS), tell(this.log), events, network);
  }

  /** Runs until just after the next mark, drop, reduction or timeout. */
  stepToSignal(run: Watched): LiveNews | null {
    const network = this.listen();
    run.stepToSignal();
    this.log.isOn = false;
    const events = this.newEvents();
    if (network === null || events.length === 0) return null;
    return newsAt(run.nowS.toFixed(FEWER_DIGITS), "", events, network);
  }

  /**
   * Runs towards `untilS`, event by event, while `hasTime` returns true. If an event of the given kind stopped the run, returns
   * its description. Otherwise returns whether `untilS` was reached.
   */
  advance(run: Watched, untilS: number, kind: StopKind, hasTime: () => boolean): LiveNews | boolean {
    const network = this.listen();
    if (network === null) return run.advance(untilS);
    try {
      do {
        for (let i = 0; i < EVENTS_PER_LOOK; i++) {
          if (!stepWithin(run, untilS, network)) return run.advance(untilS);
          const found = this.found(kind, network);
          if (found !== undefined) return newsOfStop(run, found, network);
          this.log.clear();
        }
      } while (hasTime());
      return false;
    } finally {
      this.log.isOn = false;
    }
  }

  /** Turns the log on and returns the network. Returns null if the run has no network, as in some tests. */
  private listen(): Network | null {
    const { log } = this;
    if (!log.hasBegun) return null;
    log.clear();
    log.isOn = true;
    this.active = log.network.flows.map((flow) => flow.isActive());
    return log.network;
  }

  private found(kind: StopKind, network: Network): LoggedEvent | undefined {
    const events = kind === "join" ? this.joined(network) : this.newEvents();
    return events.find((one) => isOfKind(one, kind));
  }

  /** Returns the events of queues and flows that are in the log. */
  private newEvents(): LoggedEvent[] {
    const { log } = this;
    const { kind, timeNs, detail, link, flow, flags, a, b } = log.columns;
    const events: LoggedEvent[] = [];
    for (let row = 0; row < log.length; row++) {
      const at = { atNs: timeNs[row], kind: detail[row], flow: flow[row] };
      if (kind[row] === LOG.window) events.push({ what: "event", ...at, before: a[row], after: b[row] });
      else if (kind[row] === LOG.marked || kind[row] === LOG.dropped) {
        const isAck = (flags[row] & LOG_FLAG.ack) !== 0;
        const { packet } = loggedPacket(log, row);
        events.push({ what: "signal", ...at, link: link[row], isAck, packet });
      }
    }
    return events;
  }

  /** Returns the flows that have joined since the last check. */
  private joined({ flows, clock }: Network): LoggedEvent[] {
    const before = this.active;
    this.active = flows.map((flow) => flow.isActive());
    return this.active.flatMap((isActive, flow): LoggedEvent[] =>
      isActive && before[flow] !== true ? [{ what: "join", atNs: clock.nowNs, flow }] : [],
    );
  }
}

/** Runs one event, unless that event is later than `untilS`. */
function stepWithin(run: Watched, untilS: number, network: Network): boolean {
  let isWithin = true;
  run.stepEvent((arrival, agendaNs) => {
    isWithin = nextEventOf(network, arrival, agendaNs).timeNs <= untilS * NS_PER_S;
    return isWithin;
  });
  return isWithin && !run.done;
}

function newsOfStop(run: Watched, found: LoggedEvent, { links }: Network): LiveNews {
  const text = `Stopped at ${run.nowS.toFixed(FEWER_DIGITS)} s: ${eventSentence(links, found)}`;
  return { text, question: questionOf(found) };
}

function newsAt(time: string, line: string, events: readonly LoggedEvent[], { links }: Network): LiveNews {
  const lines = events.slice(0, MOST_TOLD).map((one) => eventSentence(links, one));
  if (events.length > MOST_TOLD) lines.push(`And ${events.length - MOST_TOLD} more of that kind.`);
  return {
    text: [`${time} s:`, line, ...lines].filter((text) => text !== "").join(" "),
    question: events.length === 0 ? null : questionOf(events[0]),
  };
}
