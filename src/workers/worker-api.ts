/** Connects the runners to the functions of the protocol. Used in a browser's worker and on Node. */
import * as Comlink from "comlink";
import type { Scenario } from "../engine/index.ts";
import type { LiveRunner } from "./live-runner.ts";
import { PictureRunner } from "./picture-runner.ts";
import {
  type ClientMessage,
  errorText,
  type Reply,
  type SimWorkerApi,
  STOPPED,
  type WorkerMessage,
} from "./protocol.ts";
import type { CreateSimulation, RunnerEnvironment } from "./simulating.ts";
import { runJob, WholeRunner } from "./whole-runner.ts";

/** Functions that load code when it is needed. Only browsers have them; on Node all code is loaded from the start. */
interface OnDemand {
  readonly prepareLive: RunnerEnvironment["prepareLive"];
  /** Loads all code that was not needed so far. */
  readonly loadRest: () => Promise<void> | null;
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
  /** Number of snapshots and frames that were sent and not yet received. */
  #untaken = 0;
  #aliveMs = Number.NEGATIVE_INFINITY;

  connect(port: MessagePort): void {
    this.#port = port;
    port.onmessage = (event: MessageEvent<ClientMessage>) => {
      if (event.data.kind === "seen") this.#untaken = Math.max(0, this.#untaken - 1);
    };
    this.tell({ kind: "alive" });
  }

  get ready(): boolean {
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

/** Returns the functions of the protocol for a worker. On Node the last parameter is absent. */
export function createWorkerApi(
  create: CreateSimulation,
  prepare: RunnerEnvironment["prepare"],
  { prepareLive = prepare, loadRest }: Partial<OnDemand> = {},
): SimWorkerApi {
  const outlet = new Outlet();
  const around: RunnerEnvironment = {
    create,
    prepare,
    prepareLive,
    nowMs: () => performance.now(),
    tick: createMessageTick(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    alive: () => outlet.alive(),
  };
  const ready = () => outlet.ready;
  const fail = (id: number, message: string, fatal: boolean) =>
    outlet.tell({ kind: "error", id, message, fatal });
  const whole = new WholeRunner(around, {
    ready,
    snapshot: (id, snapshot) => outlet.tell({ kind: "snapshot", id, snapshot }),
    stopped: (id, snapshot) => outlet.tell({ kind: "stopped", id, snapshot }),
    error: (id, message) => fail(id, message, true),
  });
  const audience = { ready, frame: outlet.tell.bind(outlet), error: fail };
  let lives: Promise<LiveRunner> | null = null;
  /** Loads the runner of live sessions; after a failure it is loaded again. */
  const loadLive = () => {
    lives ??= import("./live-runner.ts").then(
      (module) => new module.LiveRunner(around, audience),
      (error) => {
        lives = null;
        throw error;
      },
    );
    return lives;
  };
  const pictures = new PictureRunner(around);
  let replays: ReturnType<typeof loadReplays> | null = null;
  const prepared = async (scenario: Scenario, atOnce?: number) =>
    (await prepare(scenario, atOnce)) ?? scenario;
  /** Loads the replay runners; after a failure they are loaded again. */
  const replaysOf = async (given: Scenario, atOnce?: number) => {
    const scenario = await prepared(given, atOnce);
    replays ??= loadReplays(around).catch((error) => {
      replays = null;
      throw error;
    });
    return { scenario, ...(await replays) };
  };
  /** Commands to a session wait until it has started, and the session waits until its code is loaded. */
  let liveStarted: Promise<LiveRunner | null> = Promise.resolve(null);
  return {
    connect: (port) => outlet.connect(port),
    run: (id, scenario) => whole.run(id, scenario),
    stopRun: (id) => whole.stop(id),
    picture: (scenario, atS) =>
      prepared(scenario)
        .then((ready) => pictures.at(ready, atS))
        .then(given, refused("The picture of the path could not be made")),
    why: (asked, question, seenS) =>
      replaysOf(asked, REPLAYS_OF_STORY)
        .then(({ scenario, why }) => why.tell(scenario, question, seenS))
        .then(given, refused("This could not be told")),
    flowDelays: (asked, link, untilS) =>
      replaysOf(asked)
        .then(({ scenario, delays }) => delays.count(scenario, link, untilS))
        .then(given, refused("Delays by flow could not be counted")),
    packetFile: (asked, wish) =>
      replaysOf(asked)
        .then(({ scenario, files }) => files.write(scenario, wish))
        .then(given, refused("The packets could not be written")),
    tryPrograms: (asked) =>
      replaysOf(asked)
        .then(({ scenario, trials }) => trials.run(scenario))
        .then(given, refused("The program could not be tried")),
    live: (id, start) => {
      liveStarted = Promise.all([loadLive(), prepareLive(start.scenario)]).then(
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
      loadRest?.()?.catch(() => undefined);
    },
    job: (scenario, want) => runJob(around, scenario, want).then(given, refused(STOPPED)),
  };
}

/** Loads the runners that repeat runs. This happens at the first request for them, because plots do not need them. */
async function loadReplays(around: RunnerEnvironment) {
  const { StoryRunner, DelaysRunner, PacketFileRunner, TrialRunner } = await import("./replay-runners.ts");
  return {
    why: new StoryRunner(around),
    delays: new DelaysRunner(around),
    files: new PacketFileRunner(around),
    trials: new TrialRunner(around),
  };
}

function given<T>(value: T): Reply<T> {
  const answer: Reply<T> = { ok: true, value };
  return Comlink.transfer(answer, buffersOf(answer));
}

function refused(doing: string): (error: unknown) => Reply<never> {
  return (error) => ({ ok: false, message: errorText(doing, error) });
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
