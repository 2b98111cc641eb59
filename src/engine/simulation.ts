/** THE LOOP: the earliest event, set now, switch on its kind. Everything a run does happens from here. */
import { Agenda } from "./core/agenda.ts";
import type { EventSlot } from "./core/event-slot.ts";
import type { Flow, FlowListener } from "./flow.ts";
import type { Link } from "./net/link.ts";
import { delayPattern, type Pattern, ratePattern } from "./net/pattern.ts";
import {
  ACK_PIPE,
  DATA_PIPE,
  DELAYED_ACK_TIMER,
  LINK_PIPE,
  Network,
  PACE,
  QUEUE_WAKE,
  RETRANSMISSION_TIMER,
  SAMPLE,
  TRAFFIC_WAKE,
  TRANSMIT,
} from "./network.ts";
import { msToNs, NS_PER_S, readNumber, readText, secondsToNs } from "./params/read.ts";
import { applyChange, type ChangeListener, changeGroup } from "./scenario/apply-change.ts";
import type { Change, FlowSpec, Scenario } from "./scenario/scenario.ts";
import { Connection } from "./tcp/connection.ts";
import { onTimeout } from "./tcp/loss-recovery.ts";
import { takePicture } from "./trace/picture.ts";
import { Recorder } from "./trace/recorder.ts";
import { digestOf, resultsOf } from "./trace/results.ts";
import type { Picture, RunResults, Snapshot } from "./trace/snapshot.ts";

const NS_PER_US = 1000;

/** Rank in the agenda of flows that start and stop: changes of the same moment come first, live as in a replay. */
const AFTER_CHANGES = 1;

export class Simulation {
  private readonly agenda = new Agenda();
  private readonly network: Network;
  private readonly recorder: Recorder;
  private readonly sampleTick: EventSlot;
  private readonly endNs: number;
  /** Changes for all flows that have taken effect. */
  private readonly madeForAll: Change[] = [];
  private readonly changes: ChangeListener = {
    queueReplaced: (link) => this.recorder.links[link].restartProbes(),
    stopMoved: (flow) => this.planStop(flow),
  };
  private readonly fairness: FlowListener = {
    onJoin: (flow, nowNs) =>
      this.recorder.sampler.fairness.join(flow.index, nowNs, (i) => this.network.flows[i].receivedBytes),
    onLeave: (flow) => this.recorder.sampler.fairness.leave(flow.index),
  };
  /** The scenario of this run, with the changes and flows that were added live. */
  scenario: Scenario;
  private nowNs = 0;
  private eventCount = 0;
  /** At the end, with no event of that last nanosecond left. */
  private isDone = false;

  /** Takes a validated scenario: every declared parameter present and in range. */
  constructor(scenario: Scenario) {
    this.scenario = scenario;
    this.endNs = secondsToNs(readNumber(scenario.run, "duration"));
    this.recorder = new Recorder(scenario, this.endNs);
    this.network = new Network(scenario, this.recorder);
    this.sampleTick = this.network.timers.register(SAMPLE, 0);
    this.sampleTick.schedule(0);
    const warmupNs = secondsToNs(readNumber(scenario.run, "warmup"));
    if (warmupNs > 0) this.agenda.add(warmupNs, (nowNs) => this.recorder.endWarmup(nowNs, this.network));
    for (const link of this.network.links) this.planPatterns(link);
    for (const spec of scenario.flows) this.join(spec, 0);
    for (const change of scenario.changes) this.plan(change, secondsToNs(change.atS));
  }

  /** Simulated time reached, in s. */
  get nowS(): number {
    return this.nowNs / NS_PER_S;
  }

  get done(): boolean {
    return this.isDone;
  }

  /** Runs until simulated time `untilS` or for `maxEvents` events; true once `untilS` (or the end) is reached. */
  advance(untilS: number, maxEvents: number = Number.POSITIVE_INFINITY): boolean {
    const untilNs = Math.min(secondsToNs(untilS), this.endNs);
    const { agenda } = this;
    const movers = this.network.movers.events;
    const timers = this.network.timers.events;
    let { nowNs } = this;
    let count = 0;
    let isReached = false;
    // At the same time the agenda comes first, then packets, then timers.
    while (count < maxEvents) {
      const moveNs = movers.nextTimeNs;
      const timerNs = timers.nextTimeNs;
      const timeNs = moveNs <= timerNs ? moveNs : timerNs;
      if (agenda.nextNs <= timeNs) {
        isReached = agenda.nextNs > untilNs;
        if (isReached) break;
        nowNs = agenda.nextNs;
        this.nowNs = nowNs;
        agenda.runNext();
      } else {
        isReached = timeNs > untilNs;
        if (isReached) break;
        nowNs = timeNs;
        if (moveNs <= timerNs) this.move(movers.nextSlot, nowNs);
        else this.fire(timers.nextSlot, nowNs);
      }
      count++;
    }
    this.eventCount += count;
    this.nowNs = isReached ? Math.max(nowNs, untilNs) : nowNs;
    if (isReached && untilNs === this.endNs) this.isDone = true;
    return isReached;
  }

  /** Exactly one event: a packet that moves, a timer, or an entry of the agenda. */
  stepEvent(): void {
    this.advance(Number.POSITIVE_INFINITY, 1);
  }

  /**
   * Runs to just after the next mark, drop, reduction or timeout, or to the end, but for `maxEvents` events at most; true
   * once it is there.
   */
  stepToSignal(maxEvents: number = Number.POSITIVE_INFINITY): boolean {
    const before = this.signals();
    for (let i = 0; i < maxEvents && !this.done; i++) {
      this.stepEvent();
      if (this.signals() !== before) return true;
    }
    return this.done;
  }

  /** Live: takes effect at the next microsecond, or at `atS` if that is later, and becomes part of the scenario. */
  change(change: Change): void {
    const timeNs = Math.max(this.nextMomentNs(), secondsToNs(change.atS));
    const applied: Change = { ...change, atS: timeNs / NS_PER_S };
    const changes = [...this.scenario.changes, applied].sort((a, b) => a.atS - b.atS);
    this.scenario = { ...this.scenario, changes };
    this.plan(applied, timeNs);
  }

  /** Live: flows join at the next microsecond, or at their start if that is later, and become part of the scenario. */
  addFlow(spec: FlowSpec): void {
    const startNs = Math.max(this.nextMomentNs(), secondsToNs(readNumber(spec.params, "start")));
    const joined: FlowSpec = { ...spec, params: { ...spec.params, start: startNs / NS_PER_S } };
    this.scenario = { ...this.scenario, flows: [...this.scenario.flows, joined] };
    this.join(joined, startNs);
    // In the scenario it is there from the start, so that changes made for all flows so far concern it as well.
    const group = this.network.groups.length - 1;
    for (const change of this.madeForAll) changeGroup(group, change, this.network, this.changes);
  }

  results(): RunResults {
    return resultsOf(this.scenario, this.network, this.recorder, this.nowNs, this.eventCount);
  }

  /** Depends on scenario and results only, never on time, machine or slicing. */
  digest(): string {
    return digestOf(this.scenario, this.results(), this.recorder);
  }

  snapshot(): Snapshot {
    return this.recorder.snapshot(this.network, this.nowNs, this.done, this.results(), this.digest());
  }

  picture(): Picture {
    return takePicture(this.network, this.nowNs);
  }

  /** A packet event. */
  private move(slot: number, nowNs: number): void {
    const { network } = this;
    const { kinds, owners } = network.movers;
    const owner = owners[slot];
    switch (kinds[slot]) {
      case TRANSMIT:
        network.links[owner].port.onTransmitted(nowNs);
        break;
      case LINK_PIPE:
        network.receive(network.links[owner].pipe.takeDue(), nowNs);
        break;
      case DATA_PIPE: {
        const packet = network.groups[owner].data.takeDue();
        network.ends[packet.flow].onData(packet, nowNs);
        break;
      }
      case ACK_PIPE: {
        const ack = network.groups[owner].acks.takeDue();
        network.ends[ack.flow].onAck(ack, nowNs);
        break;
      }
      case PACE:
        this.connectionAt(owner).sender.onPace(nowNs);
        break;
      default:
        throw new Error(`unknown kind of packet event: ${kinds[slot]}`);
    }
  }

  private fire(slot: number, nowNs: number): void {
    const { network } = this;
    const { kinds, owners } = network.timers;
    const owner = owners[slot];
    switch (kinds[slot]) {
      case RETRANSMISSION_TIMER: {
        const { sender } = this.connectionAt(owner);
        if (sender.timerExpired(nowNs)) onTimeout(sender, nowNs);
        break;
      }
      case DELAYED_ACK_TIMER:
        this.connectionAt(owner).receiver.onTimer(nowNs);
        break;
      case QUEUE_WAKE:
        network.links[owner].port.onWake(nowNs);
        break;
      case TRAFFIC_WAKE:
        network.flows[owner].onWake(nowNs);
        break;
      case SAMPLE:
        this.recorder.sample(nowNs, network);
        this.sampleTick.schedule(nowNs + this.recorder.sampler.intervalNs);
        break;
      default:
        throw new Error(`unknown kind of timer: ${kinds[slot]}`);
    }
  }

  private connectionAt(end: number): Connection {
    const connection = this.network.ends[end];
    if (!(connection instanceof Connection)) throw new Error(`end ${end} is no TCP connection`);
    return connection;
  }

  /** The next whole microsecond, for times that stand in links: none of its events has happened yet. */
  private nextMomentNs(): number {
    return (Math.floor(this.nowNs / NS_PER_US) + 1) * NS_PER_US;
  }

  private join(spec: FlowSpec, earliestNs: number): void {
    for (const flow of this.network.addGroup(spec, this.scenario, earliestNs, this.fairness)) {
      this.agenda.add(flow.startNs, (nowNs) => this.start(flow, nowNs), AFTER_CHANGES);
      this.planStop(flow);
    }
  }

  private start(flow: Flow, nowNs: number): void {
    if (nowNs < flow.stopNs) flow.start(nowNs);
  }

  private planStop(flow: Flow): void {
    if (flow.stopNs === Number.POSITIVE_INFINITY) return;
    const stop = (nowNs: number) => {
      // A later change may have moved the stop.
      if (nowNs >= flow.stopNs && flow.hasStarted) flow.stop(nowNs);
    };
    this.agenda.add(Math.max(flow.stopNs, this.nowNs), stop, AFTER_CHANGES);
  }

  private planPatterns(link: Link): void {
    const rate = ratePattern(readText(link.params, "capacity-pattern"));
    if (rate !== null) this.planPattern(rate, 0, 0, (value, nowNs) => link.setRateFactor(value, nowNs));
    const delay = delayPattern(readText(link.params, "delay-pattern"));
    if (delay !== null) this.planPattern(delay, 0, 0, (value) => link.setAddedDelay(msToNs(value)));
  }

  /** Plans the i-th step of a pattern whose present period began at `baseNs`; each step plans the next. */
  private planPattern(
    pattern: Pattern,
    i: number,
    baseNs: number,
    apply: (value: number, nowNs: number) => void,
  ): void {
    const step = pattern.steps[i];
    this.agenda.add(baseNs + step.atNs, (nowNs) => {
      apply(step.value, nowNs);
      if (i + 1 < pattern.steps.length) this.planPattern(pattern, i + 1, baseNs, apply);
      else if (pattern.repeatNs !== null) this.planPattern(pattern, 0, baseNs + pattern.repeatNs, apply);
    });
  }

  private plan(change: Change, timeNs: number): void {
    this.agenda.add(timeNs, (nowNs) => {
      applyChange(change, nowNs, this.network, this.changes);
      if (change.flow === null && change.link === null) this.madeForAll.push(change);
    });
  }

  /** Marks, drops and losses at all links, and reductions and timeouts of the traced flows, so far. */
  private signals(): number {
    let signals = this.recorder.log.total;
    for (const { port, losses } of this.network.links) {
      signals += port.marks + port.aqmDrops + port.overflowDrops + losses;
    }
    return signals;
  }
}

/** Runs a validated scenario to its end. */
export function runScenario(scenario: Scenario): Simulation {
  const simulation = new Simulation(scenario);
  simulation.advance(Number.POSITIVE_INFINITY);
  return simulation;
}
