/**
 * Looks on while a live run goes: says in a line what has just happened, and stops the run at the next mark, loss, timeout
 * or join. It hears of signals and cuts with the recorder, so that a run that nobody stops is no slower for it.
 */
import type { Packet } from "../net/packet.ts";
import type { Network } from "../network.ts";
import { QUEUE_EVENT } from "../trace/snapshot.ts";
import { comingOf, type Look } from "./coming.ts";
import { type Line, lineOf } from "./event-line.ts";
import { type Heard, isOfKind, questionOf, type StopKind, toldOf } from "./heard.ts";
import { namedOf } from "./named-packet.ts";
import type { Question } from "./story.ts";
import type { Witness } from "./witness.ts";

const NS_PER_S = 1e9;
/** Microseconds: single events follow each other closely. */
const DIGITS = 6;
/** Of a signal or a cut; as stories have it. */
const FEWER_DIGITS = 3;
/** Between two looks at the clock. */
const EVENTS_PER_LOOK = 200;
/** An overflow may drop half a queue at once. */
const MOST_TOLD = 2;

/** What has just happened in a live run. */
export interface LiveNews {
  readonly text: string;
  /** What can be asked of it; null of an event that led to nothing. */
  readonly question: Question | null;
}

/** What it needs of a simulation. */
interface Watched {
  readonly nowS: number;
  readonly done: boolean;
  advance(untilS: number): boolean;
  stepEvent(look?: Look): void;
  stepToSignal(): unknown;
}

export class LiveWatch {
  private network: Network | null = null;
  private readonly heard: Heard[] = [];
  /** From a queue, in the event that is looked at. */
  private readonly dropped = new Set<Packet>();
  private isListening = false;
  /** By flow, at the last look. */
  private active: boolean[] = [];

  /** For the run that is watched. */
  readonly witness: Witness = (recorder) => ({
    link: (link, network) => {
      this.network = network;
      const records = recorder.link(link, network);
      const record = records.onSignal.bind(records);
      records.onSignal = (kind, packet) => {
        record(kind, packet);
        if (!this.isListening) return;
        const flow = network.flowOfEnd[packet.end];
        const atNs = network.clock.nowNs;
        if (kind === QUEUE_EVENT.aqmDrop || kind === QUEUE_EVENT.overflowDrop) this.dropped.add(packet);
        this.hear({
          what: "signal",
          atNs,
          kind,
          link,
          flow,
          isAck: packet.isAck,
          packet: namedOf(network, packet),
        });
      };
      return records;
    },
    flow: (flow, group) => {
      const records = recorder.flow(flow, group);
      const record = records.onEvent.bind(records);
      records.onEvent = (kind, before, after) => {
        record(kind, before, after);
        const atNs = this.network?.clock.nowNs ?? 0;
        if (this.isListening) this.hear({ what: "event", atNs, kind, flow, before, after });
      };
      return records;
    },
  });

  /** Exactly one event. */
  stepEvent(run: Watched): LiveNews | null {
    const { network } = this;
    let tell: Line = () => "";
    this.listen();
    run.stepEvent((arrival, agendaNs) => {
      if (network !== null) tell = lineOf(network, comingOf(network, arrival, agendaNs));
      return true;
    });
    this.isListening = false;
    if (network === null || run.done) return null;
    this.hearJoins(network);
    return this.newsAt(run.nowS.toFixed(DIGITS), tell(this.dropped), network);
  }

  /** To just after the next mark, drop, cut or timeout. */
  stepToSignal(run: Watched): LiveNews | null {
    const { network } = this;
    this.listen();
    run.stepToSignal();
    this.isListening = false;
    if (network === null || this.heard.length === 0) return null;
    return this.newsAt(run.nowS.toFixed(FEWER_DIGITS), "", network);
  }

  /**
   * Towards `untilS`, event by event, while `hasTime` says so. What stopped it on the way; otherwise whether `untilS` was
   * reached.
   */
  advance(run: Watched, untilS: number, kind: StopKind, hasTime: () => boolean): LiveNews | boolean {
    const { network } = this;
    if (network === null) return run.advance(untilS);
    this.listen();
    do {
      for (let i = 0; i < EVENTS_PER_LOOK; i++) {
        if (!this.stepWithin(run, untilS, network)) return this.reach(run, untilS);
        if (kind === "join") this.hearJoins(network);
        const found = this.heard.find((one) => isOfKind(one, kind));
        if (found !== undefined) return this.stoppedBy(run, found, network);
        this.heard.length = 0;
      }
    } while (hasTime());
    this.isListening = false;
    return false;
  }

  /** One event, unless it comes after `untilS`. */
  private stepWithin(run: Watched, untilS: number, network: Network): boolean {
    let isWithin = true;
    run.stepEvent((arrival, agendaNs) => {
      isWithin = comingOf(network, arrival, agendaNs).timeNs <= untilS * NS_PER_S;
      return isWithin;
    });
    return isWithin && !run.done;
  }

  /** No event is left before that time. */
  private reach(run: Watched, untilS: number): boolean {
    this.isListening = false;
    return run.advance(untilS);
  }

  private stoppedBy(run: Watched, found: Heard, network: Network): LiveNews {
    this.isListening = false;
    return {
      text: `Stopped at ${run.nowS.toFixed(FEWER_DIGITS)} s: ${toldOf(network.links, found)}`,
      question: questionOf(found),
    };
  }

  private listen(): void {
    this.isListening = true;
    this.heard.length = 0;
    this.dropped.clear();
    this.active = this.network?.flows.map((flow) => flow.isActive()) ?? [];
  }

  private hear(what: Heard): void {
    this.heard.push(what);
  }

  private hearJoins({ flows, clock }: Network): void {
    for (const [flow, one] of flows.entries()) {
      const isActive = one.isActive();
      if (isActive && this.active[flow] !== true) this.hear({ what: "join", atNs: clock.nowNs, flow });
      this.active[flow] = isActive;
    }
  }

  private newsAt(time: string, line: string, network: Network): LiveNews {
    const { heard } = this;
    const told = heard.slice(0, MOST_TOLD).map((one) => toldOf(network.links, one));
    if (heard.length > MOST_TOLD) told.push(`And ${heard.length - MOST_TOLD} more of that kind.`);
    return {
      text: [`${time} s:`, line, ...told].filter((text) => text !== "").join(" "),
      question: heard.length === 0 ? null : questionOf(heard[0]),
    };
  }
}
