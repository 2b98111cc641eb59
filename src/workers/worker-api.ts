/** Puts the runners behind the calls of the boundary. The same in a browser's worker and in one of Node. */
import * as Comlink from "comlink";
import type { Scenario } from "../engine/index.ts";
import { errorText, STOPPED } from "./error-text.ts";
import { runJob } from "./job-runner.ts";
import { LiveRunner } from "./live-runner.ts";
import { createMessageTick } from "./message-tick.ts";
import { PictureRunner } from "./picture-runner.ts";
import type { ClientMessage, Reply, SimWorkerApi, WorkerMessage } from "./protocol.ts";
import type { Simulating, Surroundings } from "./simulating.ts";
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

export function createWorkerApi(create: (scenario: Scenario) => Simulating): SimWorkerApi {
  const outlet = new Outlet();
  const around: Surroundings = {
    create,
    nowMs: () => performance.now(),
    tick: createMessageTick(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    alive: () => outlet.alive(),
  };
  const ready = () => outlet.ready;
  const whole = new WholeRunner(around, {
    ready,
    snapshot: (id, snapshot) => outlet.tell({ kind: "snapshot", id, snapshot }),
    error: (id, message) => outlet.tell({ kind: "error", id, message, fatal: true }),
  });
  const live = new LiveRunner(around, {
    ready,
    frame: (frame) => outlet.tell(frame),
    error: (id, message, fatal) => outlet.tell({ kind: "error", id, message, fatal }),
  });
  const pictures = new PictureRunner(around);
  return {
    connect: (port) => outlet.connect(port),
    run: (id, scenario) => whole.run(id, scenario),
    picture: (scenario, atS) =>
      pictures.at(scenario, atS).then(given, refused("The picture of the path could not be made")),
    live: (id, start) => live.start(id, start),
    liveCommand: (id, seq, command) => live.command(id, seq, command),
    job(scenario, want) {
      try {
        return given(runJob(around, scenario, want));
      } catch (error) {
        return refused(STOPPED)(error);
      }
    },
  };
}

function given<T>(value: T): Reply<T> {
  const answer: Reply<T> = { ok: true, value };
  return Comlink.transfer(answer, buffersOf(answer));
}

function refused(doing: string): (error: unknown) => Reply<never> {
  return (error) => ({ ok: false, message: errorText(doing, error) });
}
