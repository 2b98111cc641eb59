/** Puts the runners behind the calls of the boundary. The same in a browser's worker and in one of Node. */
import * as Comlink from "comlink";
import { errorText, STOPPED } from "./error-text.ts";
import { runJob } from "./job-runner.ts";
import type { LiveRunner } from "./live-runner.ts";
import { createMessageTick } from "./message-tick.ts";
import { PictureRunner } from "./picture-runner.ts";
import type {
  ClientMessage,
  LiveCommand,
  LiveStart,
  Reply,
  SimWorkerApi,
  WorkerMessage,
} from "./protocol.ts";
import type { PatientSurroundings, ReplaySurroundings, SimulationSource } from "./simulating.ts";
import { buffersOf } from "./transferables.ts";
import { WholeRunner } from "./whole-runner.ts";

const ALIVE_INTERVAL_MS = 500;

/**
 * The way from the worker to its caller. One message per snapshot and no reply: a Comlink callback would send each
 * snapshot as a call and its acknowledgement back through a proxy made for every run.
 */
class Outlet {
  #port: MessagePort | null = null;
  /** Snapshots and frames sent and not yet taken. */
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

export function createWorkerApi(source: SimulationSource): SimWorkerApi {
  const outlet = new Outlet();
  const alive = () => outlet.alive();
  const around: PatientSurroundings = {
    create(scenario) {
      const simulation = source.create(scenario);
      return simulation instanceof Promise ? withSignsOfLife(simulation, alive) : simulation;
    },
    nowMs: () => performance.now(),
    tick: createMessageTick(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    alive,
  };
  const ready = () => outlet.ready;
  const whole = new WholeRunner(around, {
    ready,
    snapshot: (id, snapshot) => outlet.tell({ kind: "snapshot", id, snapshot }),
    stopped: (id, snapshot) => outlet.tell({ kind: "stopped", id, snapshot }),
    error: (id, message) => outlet.tell({ kind: "error", id, message, fatal: true }),
  });
  const live = new LiveDoor(source, around, outlet);
  const pictures = new PictureRunner(around);
  const again: ReplaySurroundings = { ...around, replay: source.replay };
  const why = new Door(async () => new (await import("./why-runner.ts")).WhyRunner(again), alive);
  const delays = new Door(async () => new (await import("./delays-runner.ts")).DelaysRunner(again), alive);
  return {
    connect: (port) => outlet.connect(port),
    async prepare() {
      await Promise.all([import("./live-runner.ts"), why.runner(), delays.runner(), source.complete()]);
    },
    run: (id, scenario) => whole.run(id, scenario),
    stopRun: (id) => whole.stop(id),
    picture: (scenario, atS) =>
      pictures.at(scenario, atS).then(given, refused("The picture of the path could not be made")),
    why: (scenario, question, seenS) =>
      why
        .runner()
        .then((runner) => runner.tell(scenario, question, seenS))
        .then(given, refused("This could not be told")),
    flowDelays: (scenario, link, untilS) =>
      delays
        .runner()
        .then((runner) => runner.count(scenario, link, untilS))
        .then(given, refused("Delays by flow could not be counted")),
    live: (id, start) => live.start(id, start),
    liveCommand: (id, seq, command) => live.command(id, seq, command),
    job: (scenario, want) => runJob(around, scenario, want).then(given, refused(STOPPED)),
  };
}

/** Live sessions begin when all code is here: whatever a change names must take effect at once. */
class LiveDoor {
  readonly #source: SimulationSource;
  readonly #around: PatientSurroundings;
  readonly #outlet: Outlet;
  #runner: Promise<LiveRunner> | null = null;

  constructor(source: SimulationSource, around: PatientSurroundings, outlet: Outlet) {
    this.#source = source;
    this.#around = around;
    this.#outlet = outlet;
  }

  start(id: number, start: LiveStart): void {
    this.#runner ??= this.#open();
    this.#runner.then(
      (runner) => runner.start(id, start),
      (error) => {
        this.#runner = null;
        const message = errorText("The live run could not be started", error);
        this.#outlet.tell({ kind: "error", id, message, fatal: true });
      },
    );
  }

  /** Behind a start that waits; nothing where that failed. */
  command(id: number, seq: number, command: LiveCommand): void {
    this.#runner?.then(
      (runner) => runner.command(id, seq, command),
      () => undefined,
    );
  }

  async #open(): Promise<LiveRunner> {
    const outlet = this.#outlet;
    const all = Promise.all([import("./live-runner.ts"), this.#source.complete()]);
    const [{ LiveRunner }, create] = await withSignsOfLife(all, this.#around.alive);
    return new LiveRunner(
      { ...this.#around, create },
      {
        ready: () => outlet.ready,
        frame: (frame) => outlet.tell(frame),
        error: (id, message, fatal) => outlet.tell({ kind: "error", id, message, fatal }),
      },
    );
  }
}

/** A runner whose code is fetched when it is first asked for something. */
class Door<Runner> {
  readonly #open: () => Promise<Runner>;
  readonly #alive: () => void;
  #runner: Promise<Runner> | null = null;

  constructor(open: () => Promise<Runner>, alive: () => void) {
    this.#open = open;
    this.#alive = alive;
  }

  runner(): Promise<Runner> {
    this.#runner ??= withSignsOfLife(this.#open(), this.#alive).catch((error) => {
      this.#runner = null;
      throw error;
    });
    return this.#runner;
  }
}

/** Code that comes by a slow network must not pass for a worker that has fallen silent. */
async function withSignsOfLife<T>(waiting: Promise<T>, alive: () => void): Promise<T> {
  const timer = setInterval(alive, ALIVE_INTERVAL_MS);
  try {
    return await waiting;
  } finally {
    clearInterval(timer);
  }
}

function given<T>(value: T): Reply<T> {
  const answer: Reply<T> = { ok: true, value };
  return Comlink.transfer(answer, buffersOf(answer));
}

function refused(doing: string): (error: unknown) => Reply<never> {
  return (error) => ({ ok: false, message: errorText(doing, error) });
}
