/** The worker's side of the protocol: does runs, live sessions and jobs, and answers requests. Used in browsers and on Node. */
import * as Comlink from "comlink";
import type { PathState, Scenario } from "../engine/index.ts";
import type { LiveRunner } from "./live-runner.ts";
import {
  type ClientMessage,
  errorText,
  type ProgramTrial,
  type Reply,
  type SimWorkerApi,
  STOPPED,
  type WorkerMessage,
} from "./protocol.ts";
import { HeldMemory } from "./run-memory.ts";
import {
  type CreateSimulation,
  EVENTS_PER_LOOK,
  type RunnerEnvironment,
  type Simulating,
  SLICE_MS,
} from "./simulating.ts";
import { runJob, WholeRunner } from "./whole-runner.ts";

/** How a worker gets the code of its runs. On Node all code is loaded from the start, so that nothing but `create` is given. */
interface WorkerCode {
  readonly create: CreateSimulation;
  /** Loads the algorithms of a scenario. Returns null if they are loaded. */
  readonly loadAlgorithmsOf?: (scenario: Scenario) => Promise<void> | null;
  readonly loadAllAlgorithms?: () => Promise<void> | null;
  /** Address of the interpreter's WebAssembly. */
  readonly wasm?: string;
}

const ALIVE_INTERVAL_MS = 500;

/**
 * Number of simulations that an explanation can need at the same time: the index, which is kept for the next question, and two
 * replays.
 */
const REPLAYS_OF_STORY = 3;

/**
 * Sends messages from the worker to its caller, which are not answered. A callback through Comlink would be a call per snapshot,
 * answered through a proxy that is created for every run.
 */
class Outlet {
  #port: MessagePort | null = null;
  /** Number of snapshots and frames that the other side has not received yet: it answers each with "seen". */
  #untaken = 0;
  #aliveMs = Number.NEGATIVE_INFINITY;

  connect(port: MessagePort): void {
    this.#port = port;
    port.onmessage = (event: MessageEvent<ClientMessage>) => {
      if (event.data.kind === "seen") this.#untaken = Math.max(0, this.#untaken - 1);
    };
    this.tell({ kind: "alive" });
  }

  get hasTakenLast(): boolean {
    return this.#untaken === 0;
  }

  tell(message: WorkerMessage): void {
    if (message.kind === "snapshot" || message.kind === "frame") this.#untaken += 1;
    this.#port?.postMessage(message, buffersOf(message));
    this.#aliveMs = performance.now();
  }

  alive(): void {
    if (performance.now() - this.#aliveMs >= ALIVE_INTERVAL_MS) this.tell({ kind: "alive" });
  }
}

/** Returns the functions of the protocol for a worker. */
export function createWorkerApi(code: WorkerCode): SimWorkerApi {
  const outlet = new Outlet();
  const { loadAlgorithmsOf = () => null, loadAllAlgorithms = () => null } = code;
  const tick = createMessageTick();
  const memory = new HeldMemory((bytes) => outlet.tell({ kind: "memory", bytes }));
  const around: RunnerEnvironment = {
    create: (scenario, log, mostBytes) => memory.watch(code.create(scenario, log, mostBytes)),
    prepare: (scenario, atOnce) => prepare(scenario, loadAlgorithmsOf(scenario), code.wasm, atOnce),
    prepareLive: (scenario) => prepare(scenario, loadAllAlgorithms(), code.wasm),
    nowMs: () => performance.now(),
    tick: () => (memory.isEnough ? tick() : memory.wait()),
    get isReserved() {
      return memory.isReserved;
    },
    reserve: () => memory.reserve(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    alive: () => outlet.alive(),
  };
  const hasTakenLast = () => outlet.hasTakenLast;
  const fail = (id: number, message: string, fatal: boolean) =>
    outlet.tell({ kind: "error", id, message, fatal });
  const whole = new WholeRunner(around, {
    hasTakenLast,
    snapshot: (id, snapshot) => outlet.tell({ kind: "snapshot", id, snapshot }),
    stopped: (id, snapshot) => outlet.tell({ kind: "stopped", id, snapshot }),
    error: (id, message) => fail(id, message, true),
  });
  const audience = { hasTakenLast, frame: outlet.tell.bind(outlet), error: fail };
  const loadLive = loadedOnce(
    () => import("./live-runner.ts"),
    ({ LiveRunner }) => new LiveRunner(around, audience),
  );
  // Plots need neither a live run nor a replay, so their code is loaded with the first request for it.
  const loadReplays = loadedOnce(
    () => import("./replay-runner.ts"),
    ({ ReplayRunner }) => new ReplayRunner(around),
  );
  const pathStates = new PathStateRunner(around);
  const requests = new LatestRequest(around);
  /** Prepares the run and works through the steps of an answer. `doing` is the start of the message of an error. */
  const answer = async <T>(
    doing: string,
    asked: Scenario,
    stepsOf: (prepared: Scenario) => Steps<T> | Promise<Steps<T>>,
    atOnce?: number,
  ): Promise<Reply<T | null>> => {
    try {
      const prepared = (await around.prepare(asked, atOnce)) ?? asked;
      return given(await requests.answer(await stepsOf(prepared)));
    } catch (error) {
      return refused(doing, error);
    }
  };
  /** Commands to a session wait until it has started, and the session waits until its code is loaded. */
  let liveStarted: Promise<LiveRunner | null> = Promise.resolve(null);
  return {
    connect: (port) => outlet.connect(port),
    mayHold: (bytes) => memory.allow(bytes),
    run: (id, scenario) => whole.run(id, scenario),
    stopRun: (id) => whole.stop(id),
    pathState: (scenario, atS) =>
      answer("The picture of the path could not be made", scenario, (run) => pathStates.at(run, atS)),
    why: (scenario, question, seenS) =>
      answer(
        "This could not be told",
        scenario,
        async (run) => (await loadReplays()).storyteller(run).tell(question, seenS),
        REPLAYS_OF_STORY,
      ),
    flowDelays: (scenario, link, untilS) =>
      answer("Delays by flow could not be counted", scenario, async (run) =>
        (await loadReplays()).flowDelays(run, link, untilS),
      ),
    packetFile: (scenario, wish) =>
      answer("The packets could not be written", scenario, async (run) =>
        (await loadReplays()).packetFile(run, wish),
      ),
    tryPrograms: (scenario) =>
      answer("The program could not be tried", scenario, (run) => tryProgram(around, run)),
    live: (id, start) => {
      liveStarted = Promise.all([loadLive(), around.prepareLive(start.scenario)]).then(
        ([live, scenario]) => {
          live.start(id, scenario === null ? start : { ...start, scenario });
          return live;
        },
        (error) => {
          fail(id, errorText("The live run could not be started", error), true);
          return null;
        },
      );
    },
    liveCommand: (id, seq, command) => void liveStarted.then((live) => live?.command(id, seq, command)),
    loadRest: () => {
      loadLive().catch(() => undefined);
      loadAllAlgorithms()?.catch(() => undefined);
    },
    job: (scenario, want) =>
      runJob(around, scenario, want).then(
        (reply) => (reply.ok ? given(reply.value) : reply),
        (error) => refused(STOPPED, error),
      ),
  };
}

/** Waits for algorithms, and prepares custom programs for the interpreter. Returns null if nothing has to be done. */
function prepare(
  scenario: Scenario,
  algorithms: Promise<void> | null,
  wasm?: string,
  atOnce?: number,
): Promise<Scenario> | null {
  if (scenario.programs === undefined) return algorithms?.then(() => scenario) ?? null;
  const prepared = import("./interpreter.ts").then(({ prepareRun }) => prepareRun(scenario, atOnce, wasm));
  return Promise.all([prepared, algorithms]).then(([run]) => run);
}

/** Returns a function that loads a module at its first call. After a failure the module is loaded again. */
function loadedOnce<Module, T>(load: () => Promise<Module>, make: (module: Module) => T): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= load().then(make, (error) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

/** Work in short steps, with a result at the end. */
type Steps<T> = Generator<undefined, T>;

/** Answers requests one at a time; a newer request replaces the current one. */
export class LatestRequest {
  #around: RunnerEnvironment;
  #newest = 0;

  constructor(around: RunnerEnvironment) {
    this.#around = around;
  }

  /** Works through the steps in slices and returns the result. Returns null if a newer request arrives before the last step. */
  async answer<T>(steps: Steps<T>): Promise<T | null> {
    const request = ++this.#newest;
    const { nowMs, tick, alive } = this.#around;
    await tick();
    if (request !== this.#newest) return null;
    let dueMs = nowMs() + SLICE_MS;
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value;
      if (nowMs() < dueMs) continue;
      alive();
      await tick();
      if (request !== this.#newest) return null;
      dueMs = nowMs() + SLICE_MS;
    }
  }
}

/** Computes the state of a run at given times. Keeps one simulation and advances it as long as the times increase. */
export class PathStateRunner {
  #around: RunnerEnvironment;
  #kept: { readonly key: string; readonly simulation: Simulating } | null = null;

  constructor(around: RunnerEnvironment) {
    this.#around = around;
  }

  *at(scenario: Scenario, atS: number): Steps<PathState> {
    const key = JSON.stringify(scenario);
    if (this.#kept === null || this.#kept.key !== key || this.#kept.simulation.nowS > atS)
      this.#kept = { key, simulation: this.#around.create(scenario) };
    const { simulation } = this.#kept;
    try {
      while (!simulation.advance(atS, EVENTS_PER_LOOK)) yield;
      return simulation.pathState();
    } catch (error) {
      this.#kept = null;
      throw error;
    }
  }
}

/** Duration of a test of programs (ms). A program may still fail later; then the run reports it. */
const LONGEST_TRIAL_MS = 2000;

/** Tests, before a run is shown, whether its programs end early. */
function* tryProgram({ create, nowMs }: RunnerEnvironment, scenario: Scenario): Steps<ProgramTrial> {
  const startMs = nowMs();
  const simulation = create(scenario);
  for (;;) {
    const isOver = simulation.advance(Number.POSITIVE_INFINITY, EVENTS_PER_LOOK);
    const ended = simulation.programs().find(({ stopped }) => stopped !== null);
    if (ended?.stopped) return { stopped: ended.stopped };
    if (isOver || nowMs() - startMs > LONGEST_TRIAL_MS) return { stopped: null };
    yield;
  }
}

function given<T>(value: T): Reply<T> {
  const answer: Reply<T> = { ok: true, value };
  return Comlink.transfer(answer, buffersOf(answer));
}

function refused(doing: string, error: unknown): Reply<never> {
  return { ok: false, message: errorText(doing, error) };
}

/** Returns the buffers of all typed arrays in a plain value, each once. They can be transferred instead of copied. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  collect(value, buffers);
  return [...buffers];
}

function collect(value: unknown, into: Set<ArrayBuffer>): void {
  if (typeof value !== "object" || value === null) return;
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) into.add(value.buffer);
    return;
  }
  for (const member of Array.isArray(value) ? value : Object.values(value)) collect(member, into);
}

/**
 * Returns a function that waits for one turn of the event loop, by sending a message to itself. Messages that arrived earlier are
 * handled first. A timer would be slower: browsers delay nested timers by 4 ms, which would halve the speed of a run in slices.
 */
export function createMessageTick(): () => Promise<void> {
  const channel = new MessageChannel();
  const waiting: (() => void)[] = [];
  channel.port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      channel.port2.postMessage(null);
    });
}
