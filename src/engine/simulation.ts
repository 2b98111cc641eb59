/**
 * The main loop: takes the earliest event, sets the clock, and handles the event according to its kind. Everything that happens
 * in a run starts here.
 */
import {
  ACK_PIPE,
  ARRIVALS,
  CONTROL_TICK,
  DATA_PIPE,
  DELAYED_ACK_TIMER,
  LINK_PIPE,
  PACE,
  QUEUE_WAKE,
  RETRANSMISSION_TIMER,
  SAMPLE,
  TRAFFIC_WAKE,
  TRANSMIT,
} from "./components.ts";
import { Agenda } from "./core/agenda.ts";
import { Clock } from "./core/clock.ts";
import type { EventSlot } from "./core/event-queue.ts";
import { type CustomPrograms, programTexts } from "./custom/scenario-programs.ts";
import type { FlowListener } from "./flow.ts";
import { checkLoad, MOST_BYTES, MOST_BYTES_WITH_PROGRAMS } from "./load.ts";
import { DelayPipe } from "./net/delay-pipe.ts";
import { type Packet, TooLargeRun } from "./net/packet.ts";
import { connectionAt, Network, nextArrival } from "./network.ts";
import type { Look } from "./next-event.ts";
import { NS_PER_S, readNumber, secondsToNs } from "./params/read.ts";
import { planPatterns, planStart, planStop } from "./plan.ts";
import { applyChange, type ChangeListener, changeGroup } from "./scenario/apply-change.ts";
import type { Change, FlowSpec, Scenario } from "./scenario/scenario.ts";
import { Connection } from "./tcp/connection.ts";
import { OPEN } from "./tcp/loss-recovery.ts";
import { LOG, type LogWriter, NO_LINK } from "./trace/log-rows.ts";
import type { PacketLog } from "./trace/packet-log.ts";
import { takePathState } from "./trace/path-state.ts";
import type { PathState } from "./trace/path-state-data.ts";
import { Recorder } from "./trace/recorder.ts";
import { digestOf, resultsOf } from "./trace/results.ts";
import type { ProgramReport, RunResults, Snapshot } from "./trace/snapshot.ts";

const NS_PER_US = 1000;

/**
 * Number of loop iterations per call of the function that contains the loop. The function is called often, so that the JavaScript
 * engine compiles it as a whole.
 */
const STRETCH = 1024;
/**
 * Number of loop iterations before the first check of the run's memory. Each later interval is twice as long, up to the most.
 * A check visits all connections, but with 20,000 of them a run can reach its limit within the longest interval.
 */
const FIRST_LOOK_AFTER = 1 << 12;
const MOST_LOOK_AFTER = 1 << 18;
/** Number of checks of the number of packets between two checks of the run's memory. The first ones come earlier, at powers of two. */
const LOADS_AFTER = 64;
/** Number of loop iterations that take as long as one slow call of a custom program. Callers check the time in between. */
const EVENTS_PER_PROGRAM_CALL = 1000;

/** One run of a scenario. */
export class Simulation {
  private readonly clock = new Clock();
  private readonly agenda = new Agenda();
  private readonly network: Network;
  private readonly recorder: Recorder;
  private readonly sampleTick: EventSlot;
  private readonly endNs: number;
  /** Changes that applied to all flows and have taken effect. */
  private readonly madeForAll: Change[] = [];
  private readonly changes: ChangeListener = {
    queueReplaced: (link) => this.recorder.links[link].restartProbes(),
    stopMoved: (flow) => planStop(flow, this.agenda),
  };
  private readonly fairness: FlowListener = {
    onJoin: (flow) => {
      this.settle();
      this.network.readings.update();
      this.recorder.sampler.fairness.join(flow.index, this.network.readings.receivedBytes);
    },
    onLeave: (flow) => this.recorder.sampler.fairness.leave(flow.index),
    onResponse: (flow, responseNs) => this.recorder.flows[flow.index].onResponse(responseNs),
  };
  /** The scenario of this run, including changes and flows that were added during the run. */
  scenario: Scenario;
  private eventCount = 0;
  /** Time up to which the current call runs (ns). */
  private untilNs = 0;
  /** True after the end of the run, when all events have been handled. */
  private isDone = false;
  private readonly mostBytes: number;
  /** Number of loop iterations until the next check of memory. */
  private untilLook = FIRST_LOOK_AFTER;
  /** Number of loop iterations between the last check of memory and the next one, and before the last one. */
  private lookAfter = FIRST_LOOK_AFTER;
  private turns = 0;
  private packetLooks = 0;
  /** Approximate memory at the last check (bytes). It is the same on every machine. */
  heldBytes = 0;
  /**
   * Error that stopped the run in the middle of an event; null if there was none. The state can still be read, but the run cannot
   * continue.
   */
  private tooLarge: TooLargeRun | null = null;

  /**
   * Creates a run of a validated scenario, in which every declared parameter is present and in range. If `log` is given, the run
   * writes to it. `mostBytes` limits the approximate memory.
   */
  constructor(scenario: Scenario, log: PacketLog | null = null, mostBytes = MOST_BYTES) {
    this.scenario = scenario;
    this.mostBytes =
      programTexts(scenario.programs).length === 0
        ? mostBytes
        : Math.min(mostBytes, MOST_BYTES_WITH_PROGRAMS);
    this.endNs = secondsToNs(readNumber(scenario.run, "duration"));
    this.recorder = new Recorder(scenario, this.endNs, this.clock);
    this.network = new Network(scenario, this.recorder, this.clock, log);
    log?.begin(this.network);
    this.network.pool.beforeLook = () => this.beforePacketsAreCounted();
    this.sampleTick = this.network.timers.register(SAMPLE, 0);
    this.sampleTick.schedule(0);
    const warmupNs = secondsToNs(readNumber(scenario.run, "warmup"));
    if (warmupNs > 0) this.agenda.add(warmupNs, () => this.recorder.endWarmup(this.network));
    for (const link of this.network.links) planPatterns(link, this.agenda);
    for (const spec of scenario.flows) this.join(spec, 0);
    for (const change of scenario.changes) this.plan(change, secondsToNs(change.atS));
  }

  /** Makes programs known that later changes and flows may name. */
  addPrograms(programs: CustomPrograms): void {
    this.scenario = { ...this.scenario, programs };
    this.network.customPrograms = programs;
  }

  /** Simulated time that the run has reached (s). */
  get nowS(): number {
    return this.clock.nowNs / NS_PER_S;
  }

  get done(): boolean {
    return this.isDone;
  }

  /** Number of loop iterations so far, and number of packet objects created. Both are the same on every machine. */
  get cost(): { readonly turns: number; readonly pooledPackets: number } {
    return { turns: this.turns + this.lookAfter - this.untilLook, pooledPackets: this.network.pool.made };
  }

  /**
   * Returns for each connection, in the order of flows, whether it is reducing its window, recovering a loss, or has had a
   * timeout. A monitor of the kernel's congestion states would see the same.
   */
  reducing(): boolean[] {
    return this.network.flows.flatMap(({ connections }) =>
      connections.map(({ sender }) => sender.congestion !== OPEN),
    );
  }

  /**
   * Runs until `untilS`, but at most `maxEvents` loop iterations. With custom programs it runs fewer iterations, because each may
   * take long. Returns true if `untilS` or the end was reached. Arrivals of packets count as events in the results. Throws a
   * TooLargeRun if a limit is exceeded; the results up to then can be read.
   */
  advance(untilS: number, maxEvents: number = Number.POSITIVE_INFINITY): boolean {
    if (this.tooLarge !== null) throw this.tooLarge;
    const untilNs = Math.min(secondsToNs(untilS), this.endNs);
    this.untilNs = untilNs;
    try {
      const hasPrograms = programTexts(this.scenario.programs).length > 0;
      if (!this.runTo(hasPrograms ? Math.ceil(maxEvents / EVENTS_PER_PROGRAM_CALL) : maxEvents)) return false;
    } catch (error) {
      if (error instanceof TooLargeRun) this.tooLarge = error;
      throw error;
    }
    if (untilNs > this.clock.nowNs) this.clock.nowNs = untilNs;
    if (untilNs === this.endNs) this.isDone = true;
    return true;
  }

  /**
   * Runs the loop. Returns true if `untilNs` was reached. Memory is checked after a fixed number of iterations, no matter into
   * how many calls the run is divided.
   */
  private runTo(maxEvents: number): boolean {
    for (let left = maxEvents; left > 0; ) {
      const most = Math.min(left, STRETCH, this.untilLook);
      const count = this.runEvents(most);
      if (count < most) {
        this.untilLook -= count;
        return true;
      }
      left -= most;
      this.untilLook -= most;
      if (this.untilLook === 0) this.lookAtLoad();
    }
    return false;
  }

  private lookAtLoad(): void {
    this.turns += this.lookAfter;
    this.lookAfter = Math.min(2 * this.lookAfter, MOST_LOOK_AFTER);
    this.untilLook = this.lookAfter;
    this.settle();
    this.checkLoad();
  }

  private beforePacketsAreCounted(): void {
    this.settle();
    const looks = ++this.packetLooks;
    const isEarlyPowerOfTwo = looks < LOADS_AFTER && (looks & (looks - 1)) === 0;
    if (isEarlyPowerOfTwo || looks % LOADS_AFTER === 0) this.checkLoad();
  }

  private checkLoad(): void {
    this.heldBytes = checkLoad(this.network, this.recorder, this.turns, this.mostBytes);
  }

  /**
   * Runs at most `most` loop iterations, but none after `untilNs`. Checks of receivers count as iterations. Returns their number.
   * At the same time, entries of the agenda come first, then packets, then timers.
   */
  private runEvents(most: number): number {
    const { agenda, clock, network } = this;
    const { untilNs } = this;
    const movers = network.movers.events;
    const timers = network.timers.events;
    let looks = 0;
    let count = 0;
    // A limit may end the run within an event. The events before it count all the same.
    try {
      for (; count < most; count++) {
        const moveNs = movers.nextTimeNs;
        const timerNs = timers.nextTimeNs;
        if (agenda.nextNs <= moveNs && agenda.nextNs <= timerNs) {
          if (agenda.nextNs > untilNs) break;
          clock.nowNs = agenda.nextNs;
          network.settlePast();
          agenda.runNext();
        } else if (moveNs <= timerNs) {
          if (moveNs > untilNs) break;
          clock.nowNs = moveNs;
          movePacket(network, movers.nextSlot);
        } else {
          if (timerNs > untilNs) break;
          clock.nowNs = timerNs;
          if (!this.fire(timers.nextSlot)) looks++;
        }
      }
    } finally {
      this.eventCount += count - looks;
    }
    return count;
  }

  /**
   * Runs exactly one event: a packet that moves or arrives, a timer, or an entry of the agenda. `look` is called before each loop
   * iteration and may prevent it.
   */
  stepEvent(look?: Look): void {
    this.settle();
    const before = this.events;
    while (this.events === before && !this.done) {
      const arrival = nextArrival(this.network);
      const isArrival = arrival !== null && this.isNext(arrival.nextNs);
      if (look?.(isArrival ? arrival : null, this.agenda.nextNs) === false) return;
      if (isArrival) {
        this.clock.nowNs = arrival.nextNs;
        arrival.settleNext();
      } else this.advance(Number.POSITIVE_INFINITY, 1);
    }
  }

  /**
   * Runs until just after the next mark, drop, reduction or timeout, or to the end, but at most `maxEvents` events. Returns true
   * if it stopped at such an event or at the end.
   */
  stepToSignal(maxEvents: number = Number.POSITIVE_INFINITY): boolean {
    const before = this.signals();
    for (let i = 0; i < maxEvents && !this.done; i++) {
      this.stepEvent();
      if (this.signals() !== before) return true;
    }
    return this.done;
  }

  /**
   * Applies a change during the run: at the next whole microsecond, or at `atS` if that is later. The change becomes part of the
   * scenario.
   */
  change(change: Change): void {
    const timeNs = Math.max(this.nextMomentNs(), secondsToNs(change.atS));
    const applied: Change = { ...change, atS: timeNs / NS_PER_S };
    const changes = [...this.scenario.changes, applied].sort((a, b) => a.atS - b.atS);
    this.scenario = { ...this.scenario, changes };
    this.plan(applied, timeNs);
  }

  /**
   * Adds flows during the run, at the next whole microsecond, or at their start time if that is later. The flows
   * become part of the scenario.
   */
  addFlow(spec: FlowSpec): void {
    const startNs = Math.max(this.nextMomentNs(), secondsToNs(readNumber(spec.params, "start")));
    const joined: FlowSpec = { ...spec, params: { ...spec.params, start: startNs / NS_PER_S } };
    this.scenario = { ...this.scenario, flows: [...this.scenario.flows, joined] };
    this.join(joined, startNs);
    // In the changed scenario this flow exists from the start. Earlier changes for all flows therefore apply to it as well.
    const group = this.network.groups.length - 1;
    for (const change of this.madeForAll) {
      changeGroup(group, change, this.network, this.changes);
    }
  }

  results(): RunResults {
    this.settle();
    return resultsOf(this.scenario, this.network, this.recorder, this.events);
  }

  /**
   * Returns a digest that depends only on the scenario and the results. It is the same at any time, on any machine, and for any
   * division into calls.
   */
  digest(): string {
    this.settle();
    return digestOf(this.scenario, this.network, this.recorder, this.events);
  }

  snapshot(): Snapshot {
    return this.recorder.snapshot(this.network, this.done, this.results(), this.digest());
  }

  /**
   * Returns the number of packets that the flows with this congestion control have sent and that brought their receivers no new data in
   * order: lost ones, repeated ones, and those still on their way. The warm-up counts as well.
   */
  wastedPackets(cc: string): number {
    const { mss } = this.scenario.tcp;
    const ofCc = this.network.flows.filter(({ group }) => this.scenario.flows[group].cc === cc);
    return ofCc.reduce((sum, flow) => {
      const { packetsSent, receivedBytes } = flow.counts();
      return sum + packetsSent - Math.floor(receivedBytes / Number(mss));
    }, 0);
  }

  /** Keeps the interpreters of the run's programs, which will continue after another run has started. */
  keepPrograms(): void {
    this.network.programs.keep();
  }

  /** Returns reports on the custom programs of the run. */
  programs(): readonly ProgramReport[] {
    return this.network.programs.reports();
  }

  pathState(): PathState {
    this.settle();
    return takePathState(this.network);
  }

  /** Processes all arrivals at receivers up to the current time. Entries of the agenda come before arrivals at the same time. */
  private settle(): void {
    if (this.tooLarge !== null) return;
    if (this.agenda.isBusyAt(this.clock.nowNs)) this.network.settlePast();
    else this.network.settle();
  }

  /** Handles a timer. Returns false if the timer only checked for arrivals, which is not an event. */
  private fire(slot: number): boolean {
    const { network } = this;
    const { kinds, owners } = network.timers;
    const owner = owners[slot];
    switch (kinds[slot]) {
      case RETRANSMISSION_TIMER:
        connectionAt(network, owner).onRetransmissionTimer();
        break;
      case DELAYED_ACK_TIMER:
        network.groupOf(owner).settle();
        connectionAt(network, owner).receiver.onTimer();
        break;
      case QUEUE_WAKE:
        network.links[owner].port.onWake();
        break;
      case CONTROL_TICK:
        network.onControlTick(owner);
        break;
      case TRAFFIC_WAKE:
        network.flows[owner].onWake();
        break;
      case SAMPLE:
        network.settle();
        this.recorder.sample(network);
        this.sampleTick.schedule(this.recorder.sampler.intervalNs);
        break;
      case ARRIVALS:
        network.groups[owner].lookAtArrivals();
        return false;
      default:
        throw new Error(`unknown kind of timer: ${kinds[slot]}`);
    }
    return true;
  }

  /** Number of events so far, including arrivals that needed no loop iteration. */
  private get events(): number {
    return this.eventCount + this.network.settled;
  }

  /** Returns true if an arrival at that time comes before all events. */
  private isNext(arrivalNs: number): boolean {
    const { movers, timers } = this.network;
    const eventNs = Math.min(movers.events.nextTimeNs, timers.events.nextTimeNs);
    return arrivalNs <= eventNs && arrivalNs < this.agenda.nextNs && arrivalNs <= this.endNs;
  }

  /**
   * Returns the next whole microsecond (ns), so that URLs can name the time exactly. No event of that time has been handled yet.
   * Throws if the run has ended.
   */
  private nextMomentNs(): number {
    const momentNs = (Math.floor(this.clock.nowNs / NS_PER_US) + 1) * NS_PER_US;
    if (momentNs > this.endNs) throw new RangeError("The run has ended and cannot be changed any more");
    return momentNs;
  }

  private join(spec: FlowSpec, earliestNs: number): void {
    for (const flow of this.network.addGroup(spec, this.scenario, earliestNs, this.fairness)) {
      planStart(flow, this.agenda);
      planStop(flow, this.agenda);
    }
  }

  private plan(change: Change, timeNs: number): void {
    this.agenda.add(timeNs, () => {
      applyChange(change, this.network, this.changes);
      for (const flow of this.network.flows) flow.onProgress();
      if (change.flow === null && change.link === null) this.madeForAll.push(change);
    });
  }

  /** Number of marks, drops and losses at all links, plus reductions and timeouts of the traced flows, so far. */
  private signals(): number {
    let signals = this.recorder.log.total;
    for (const { port, losses } of this.network.links) {
      signals += port.marks + port.aqmDrops + port.overflowDrops + losses;
    }
    return signals;
  }
}

/** Handles the packet event of a slot. */
function movePacket(network: Network, slot: number): void {
  const { kinds, owners } = network.movers;
  const owner = owners[slot];
  switch (kinds[slot]) {
    case TRANSMIT:
      network.links[owner].port.onTransmitted();
      break;
    case LINK_PIPE:
      network.receive(network.links[owner].pipe.takeDue());
      break;
    case DATA_PIPE: {
      const { data } = network.groups[owner];
      if (!(data instanceof DelayPipe)) throw new Error("the data of this group need no event to arrive");
      const packet = data.takeDue();
      network.log?.add(LOG.delivered, 0, network.clock, packet, NO_LINK, 0, 0);
      network.ends[packet.end].onData(packet);
      break;
    }
    case ACK_PIPE: {
      const ack = network.groups[owner].takeAck();
      if (network.log === null) network.ends[ack.end].onAck(ack);
      else readLogged(network, network.log, ack);
      break;
    }
    case PACE:
      connectionAt(network, owner).sender.onPace();
      break;
    default:
      throw new Error(`unknown kind of packet event: ${kinds[slot]}`);
  }
}

/** Passes an ACK to its sender, and logs the sender's window before and after. */
function readLogged(network: Network, log: LogWriter, ack: Packet): void {
  const { end } = ack;
  const connection = network.ends[end];
  if (!(connection instanceof Connection)) {
    log.add(LOG.acked, 0, network.clock, ack, NO_LINK, Number.NaN, Number.NaN);
    connection.onAck(ack);
    return;
  }
  const { state } = connection.sender;
  log.add(LOG.acked, 0, network.clock, ack, NO_LINK, state.cwnd, state.una);
  connection.onAck(ack);
  log.addOfEnd(LOG.ackRead, 0, network.clock, end, state.cwnd, state.una);
}
