/**
 * A worker with a watchdog and one task at a time. A worker that breaks down or falls silent is terminated, a fresh one
 * started and the task given to it once more; when that fails too, the task is given up with a message for people.
 */

import * as Comlink from "comlink";
import type { ClientMessage, Reply, SimWorkerApi, WorkerMessage } from "./protocol.ts";
import { errorText } from "./protocol.ts";

/** A worker's program may come by a slow network: so many times the patience before its first word. */
const LOADING_PATIENCE = 4;

export interface Task {
  /** Hands the task to a worker; a rejection means that it could not be handed over at all. */
  send(api: WorkerLink["api"]): Promise<unknown>;
  message?(message: WorkerMessage): void;
  /** The worker had to be restarted; the task has begun again. */
  restarted?(message: string): void;
  /** Given up. `wasSilent`: the worker had been heard before, and went on without a word. */
  failed(message: string, wasSilent?: boolean): void;
}

export interface SupervisionOptions {
  readonly start: StartWorker;
  readonly timer?: Timer;
  readonly patienceMs?: number;
}

export class SupervisedWorker {
  #start: StartWorker;
  #watchdog: Watchdog;
  #patienceMs: number;
  /** Whether the worker has said anything yet: until then it is being loaded. */
  #heard = false;
  #link: WorkerLink | null = null;
  #task: Task | null = null;
  #failures = 0;

  constructor(options: SupervisionOptions) {
    this.#start = options.start;
    this.#patienceMs = options.patienceMs ?? PATIENCE_MS;
    const patienceMs = () => this.#patienceMs * (this.#heard ? 1 : LOADING_PATIENCE);
    this.#watchdog = new Watchdog(options.timer ?? realTimer, patienceMs, () => {
      this.#broken(`it did not answer for ${patienceMs() / 1000} s`, this.#heard);
    });
  }

  get isLoaded(): boolean {
    return this.#link !== null && this.#heard;
  }

  /** Starts the worker, also before it is needed. */
  warmUp(): void {
    this.#link ??= this.#open();
  }

  /** The task at hand from now on; the one before it is forgotten. */
  begin(task: Task): void {
    this.#task = task;
    this.#failures = 0;
    this.#hand(task);
  }

  /** The task goes on: something is expected of the worker (again). */
  expect(): void {
    this.#watchdog.expect();
  }

  /** Nothing is expected until the next `begin` or `expect`. */
  rest(): void {
    this.#watchdog.rest();
  }

  /** Calls the worker on behalf of the task at hand. */
  call(use: (api: WorkerLink["api"]) => Promise<unknown>): void {
    const task = this.#task;
    if (task === null || this.#link === null) return;
    use(this.#link.api).catch((error) => this.#refused(task, error));
  }

  /** Forgets the task; the worker stays. */
  end(task: Task): void {
    if (this.#task !== task) return;
    this.#task = null;
    this.#watchdog.rest();
  }

  /** Drops the task at hand and the worker with it, which is the surest way to stop; the next task gets a fresh one. */
  drop(): void {
    this.#task = null;
    this.#watchdog.rest();
    this.#close();
  }

  #hand(task: Task): void {
    this.warmUp();
    this.#watchdog.expect();
    this.call((api) => task.send(api));
  }

  #open(): WorkerLink {
    this.#heard = false;
    const isMine = () => link === this.#link;
    const link: WorkerLink = this.#start({
      message: (message) => {
        if (!isMine()) return;
        this.#heard = true;
        this.#watchdog.sign();
        this.#task?.message?.(message);
      },
      failure: (reason) => {
        if (isMine()) this.#broken(reason);
      },
    });
    return link;
  }

  #close(): void {
    const link = this.#link;
    this.#link = null;
    link?.terminate();
  }

  #broken(reason: string, wasSilent = false): void {
    this.#close();
    const task = this.#task;
    if (task === null) return;
    this.#failures += 1;
    if (this.#failures > 1) {
      this.#fail(
        task,
        `The simulation was given up: its worker failed twice (${reason}). The scenario is kept.`,
        wasSilent,
      );
      return;
    }
    this.#hand(task);
    task.restarted?.(`The simulation's worker was restarted (${reason}) and the run begun again.`);
  }

  #refused(task: Task, error: unknown): void {
    this.#fail(task, errorText("The scenario could not be handed to the simulation", error));
  }

  #fail(task: Task, message: string, wasSilent = false): void {
    if (this.#task !== task) return;
    this.#task = null;
    this.#watchdog.rest();
    task.failed(message, wasSilent);
  }
}

/**
 * Notices a worker that gives no sign of life while it should be working. Silence is counted in ticks of a timer and
 * not by the clock: while the page itself stands still (a frozen tab, a closed lid) no tick is counted against the worker.
 */
export interface Timer {
  /** Calls `tick` every `intervalMs`; returns what ends it. */
  every(intervalMs: number, tick: () => void): () => void;
}

const realTimer: Timer = {
  every(intervalMs, tick) {
    const handle = setInterval(tick, intervalMs);
    return () => clearInterval(handle);
  },
};

const PATIENCE_MS = 5000;
const TICK_MS = 500;

export class Watchdog {
  #timer: Timer;
  #patienceMs: () => number;
  #bark: () => void;
  #end: (() => void) | null = null;
  #silentMs = 0;

  constructor(timer: Timer, patienceMs: () => number, bark: () => void) {
    this.#timer = timer;
    this.#patienceMs = patienceMs;
    this.#bark = bark;
  }

  /** Work has been asked for. Asking again does not excuse a silence that already lasts. */
  expect(): void {
    if (this.#end !== null) return;
    this.#silentMs = 0;
    this.#end = this.#timer.every(TICK_MS, () => this.#tick());
  }

  sign(): void {
    this.#silentMs = 0;
  }

  /** Nothing is expected any more. */
  rest(): void {
    this.#end?.();
    this.#end = null;
  }

  #tick(): void {
    this.#silentMs += TICK_MS;
    if (this.#silentMs < this.#patienceMs()) return;
    this.rest();
    this.#bark();
  }
}

// One worker as its caller sees it, whatever the platform.

export interface WorkerLink {
  readonly api: Comlink.Remote<SimWorkerApi>;
  terminate(): void;
}

export interface LinkEvents {
  message(message: WorkerMessage): void;
  /** The worker could not be loaded, or broke down. */
  failure(reason: string): void;
}

/** Starts a worker; its messages and its breakdown come to `events`. */
export type StartWorker = (events: LinkEvents) => WorkerLink;

/** Wires a started worker's endpoint: Comlink for the calls, a channel of its own for what comes back. */
export function linkWorker(
  endpoint: Comlink.Endpoint,
  events: LinkEvents,
  terminate: () => void,
): WorkerLink {
  const api = Comlink.wrap<SimWorkerApi>(endpoint);
  const channel = new MessageChannel();
  const seen: ClientMessage = { kind: "seen" };
  channel.port1.onmessage = (event: MessageEvent<WorkerMessage>) => {
    if (event.data.kind === "snapshot" || event.data.kind === "frame") channel.port1.postMessage(seen);
    events.message(event.data);
  };
  channel.port1.onmessageerror = () => events.failure("a message of the worker could not be read");
  void api.connect(Comlink.transfer(channel.port2, [channel.port2]));
  return {
    api,
    terminate() {
      channel.port1.onmessage = null;
      channel.port1.close();
      terminate();
    },
  };
}

// Asks a worker one thing at a time, latest wins: the state of the path at a time, or why something happened.

interface Request<T> {
  resolve(answer: T | null): void;
  readonly task: Task;
}

export class LatestClient<T> {
  #worker: SupervisedWorker;
  #pending: Request<T> | null = null;

  constructor(worker: SupervisedWorker) {
    this.#worker = worker;
  }

  /** Null when superseded; rejects, with a message for people, when there is no answer. */
  ask(call: (api: WorkerLink["api"]) => Promise<Reply<T | null>>): Promise<T | null> {
    this.#supersede();
    return new Promise((resolve, reject) => {
      const settle = (): boolean => {
        if (this.#pending !== request) return false;
        this.#pending = null;
        this.#worker.end(task);
        return true;
      };
      const task: Task = {
        async send(api) {
          const reply = await call(api);
          if (!settle()) return;
          if (reply.ok) resolve(reply.value);
          else reject(new Error(reply.message));
        },
        failed(message) {
          if (settle()) reject(new Error(message));
        },
      };
      const request: Request<T> = { resolve, task };
      this.#pending = request;
      this.#worker.begin(task);
    });
  }

  warmUp(): void {
    this.#worker.warmUp();
  }

  dispose(): void {
    this.#supersede();
    this.#worker.drop();
  }

  #supersede(): void {
    const pending = this.#pending;
    this.#pending = null;
    pending?.resolve(null);
  }
}
