/** THE LOOP: the earliest event, set now, switch on its kind. Everything a run does happens from here. */
import { Agenda } from "./core/agenda.ts";
import type { EventSlot } from "./core/event-slot.ts";
import {
  ACK_PIPE,
  DATA_PIPE,
  DELAYED_ACK_TIMER,
  Network,
  QUEUE_WAKE,
  RETRANSMISSION_TIMER,
  SAMPLE,
  TRANSMIT,
} from "./network.ts";
import { NS_PER_S, readNumber, secondsToNs } from "./params/read.ts";
import { applyChange, type ChangeListener, changeGroup } from "./scenario/apply-change.ts";
import type { Change, FlowSpec, Scenario } from "./scenario/scenario.ts";
import type { Connection } from "./tcp/connection.ts";
import { onTimeout } from "./tcp/loss-recovery.ts";
import { onAck } from "./tcp/on-ack.ts";
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
  private readonly listener: ChangeListener = {
    queueReplaced: () => this.recorder.queue.restartProbes(),
    stopMoved: (connection) => this.planStop(connection),
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
    this.network = new Network(scenario, this.recorder.queue);
    this.sampleTick = this.network.timers.register(SAMPLE, 0);
    this.sampleTick.schedule(0);
    const warmupNs = secondsToNs(readNumber(scenario.run, "warmup"));
    if (warmupNs > 0) this.agenda.add(warmupNs, (nowNs) => this.recorder.endWarmup(nowNs, this.network));
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
    for (const change of this.madeForAll) changeGroup(group, change, this.network, this.listener);
    this.recorder.noteGroup(group, this.network.groups[group].cc);
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
    switch (kinds[slot]) {
      case TRANSMIT:
        network.port.onTransmitted(nowNs);
        break;
      case DATA_PIPE: {
        const packet = network.pipes[owners[slot]].data.takeDue();
        network.connections[packet.flow].receiver.onData(packet, nowNs);
        break;
      }
      case ACK_PIPE: {
        const ack = network.pipes[owners[slot]].acks.takeDue();
        const connection = network.connections[ack.flow];
        onAck(connection.sender, ack, nowNs);
        network.pool.release(ack);
        if (connection.sender.state.una === connection.sender.dataEnd) this.finish(connection, nowNs);
        break;
      }
      default:
        throw new Error(`unknown kind of packet event: ${kinds[slot]}`);
    }
  }

  private fire(slot: number, nowNs: number): void {
    const { network } = this;
    const { kinds, owners } = network.timers;
    switch (kinds[slot]) {
      case RETRANSMISSION_TIMER: {
        const { sender } = network.connections[owners[slot]];
        if (sender.timerExpired(nowNs)) onTimeout(sender, nowNs);
        break;
      }
      case DELAYED_ACK_TIMER:
        network.connections[owners[slot]].receiver.onTimer(nowNs);
        break;
      case QUEUE_WAKE:
        network.port.onWake(nowNs);
        break;
      case SAMPLE:
        this.recorder.sample(nowNs, network);
        this.sampleTick.schedule(nowNs + this.recorder.sampler.intervalNs);
        break;
      default:
        throw new Error(`unknown kind of timer: ${kinds[slot]}`);
    }
  }

  /** The next whole microsecond, for times that stand in links: none of its events has happened yet. */
  private nextMomentNs(): number {
    return (Math.floor(this.nowNs / NS_PER_US) + 1) * NS_PER_US;
  }

  private join(spec: FlowSpec, earliestNs: number): void {
    const group = this.network.groups.length;
    this.recorder.noteGroup(group, spec.cc);
    const connections = this.network.addGroup(spec, this.scenario, earliestNs, (flow) =>
      this.recorder.addFlow(flow, group),
    );
    for (const connection of connections) {
      this.agenda.add(connection.startNs, (nowNs) => this.start(connection, nowNs), AFTER_CHANGES);
      this.planStop(connection);
    }
  }

  private start(connection: Connection, nowNs: number): void {
    if (nowNs >= connection.stopNs) return;
    const received = (flow: number) => this.network.connections[flow].receivedBytes;
    this.recorder.sampler.fairness.join(connection.flow, nowNs, received);
    this.recorder.flows[connection.flow].onCwnd(nowNs, connection.sender.state.cwnd);
    connection.start(nowNs);
  }

  private planStop(connection: Connection): void {
    if (connection.stopNs === Number.POSITIVE_INFINITY) return;
    const stop = (nowNs: number) => {
      // A later change may have moved the stop.
      if (nowNs < connection.stopNs || !connection.hasStarted) return;
      connection.stop();
      this.recorder.sampler.fairness.leave(connection.flow);
    };
    this.agenda.add(Math.max(connection.stopNs, this.nowNs), stop, AFTER_CHANGES);
  }

  private finish(connection: Connection, nowNs: number): void {
    if (connection.completedNs >= 0) return;
    connection.completedNs = nowNs;
    this.recorder.sampler.fairness.leave(connection.flow);
  }

  private plan(change: Change, timeNs: number): void {
    this.agenda.add(timeNs, (nowNs) => {
      applyChange(change, nowNs, this.network, this.listener);
      this.recorder.noteChange(change, nowNs);
      if (change.flow === null) this.madeForAll.push(change);
    });
  }

  /** Marks and drops at the bottleneck, and reductions and timeouts of the traced flows, so far. */
  private signals(): number {
    const { port } = this.network;
    return port.marks + port.aqmDrops + port.overflowDrops + this.recorder.log.total;
  }
}

/** Runs a validated scenario to its end. */
export function runScenario(scenario: Scenario): Simulation {
  const simulation = new Simulation(scenario);
  simulation.advance(Number.POSITIVE_INFINITY);
  return simulation;
}
