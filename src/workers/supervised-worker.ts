/**
 * A worker with a watchdog and one task at a time. If the worker fails or stops responding, a new one is started and the task is
 * sent again. If the new worker fails as well, the task fails with a message for the user.
 */

import * as Comlink from "comlink";
import type { ClientMessage, SimWorkerApi, WorkerMessage } from "./protocol.ts";
import { errorText, ProgramRefused } from "./protocol.ts";
import { type MemoryUser, RunMemory } from "./run-memory.ts";

/**
 * Factor by which the watchdog waits longer for a worker's first message, because the worker's code may have to be loaded over a
 * slow network.
 */
const LOADING_PATIENCE = 4;

/** A task for a worker. */
export interface WorkerTask {
  /** Sends the task to a worker. The promise is rejected if the task could not be sent. */
  send(api: WorkerLink["api"]): Promise<unknown>;
  message?(message: WorkerMessage): void;
  /** Called with true when the worker starts to wait for memory, and with false when it continues. */
  waits?(isWaiting: boolean): void;
  /** Called when the worker had to be restarted and the task has started again. */
  restarted?(message: string): void;
  /** True if the task has no end of its own and keeps its memory until the user ends it. */
  readonly isLasting?: boolean;
  /** Called when the task has failed. `wasSilent` is true if the worker had sent messages and then stopped. */
  failed(message: string, wasSilent?: boolean): void;
}

/** Options for starting and watching workers. */
export interface SupervisionOptions {
  readonly start: StartWorker;
  readonly timer?: Timer;
  readonly patienceMs?: number;
  /** Memory that this worker shares with others; by default with all workers of the process. */
  readonly memory?: RunMemory;
}

/** Memory of all workers of this process. */
const MEMORY = new RunMemory();

/** Runs one task at a time on a worker that is restarted when it fails. */
export class SupervisedWorker implements MemoryUser {
  #start: StartWorker;
  #memory: RunMemory;
  /** True while the worker waits for memory. It sends no messages then. */
  #isWaiting = false;
  #watchdog: Watchdog;
  #patienceMs: number;
  /** False until the worker's first message, because it is still being loaded. */
  #hasAnswered = false;
  #link: WorkerLink | null = null;
  #task: WorkerTask | null = null;
  #failures = 0;

  constructor(options: SupervisionOptions) {
    this.#start = options.start;
    this.#memory = options.memory ?? MEMORY;
    this.#patienceMs = options.patienceMs ?? PATIENCE_MS;
    const patienceMs = () => this.#patienceMs * (this.#hasAnswered ? 1 : LOADING_PATIENCE);
    this.#watchdog = new Watchdog(options.timer ?? realTimer, patienceMs, () => {
      this.#broken(`it did not answer for ${patienceMs() / 1000} s`, this.#hasAnswered);
    });
  }

  get isIdle(): boolean {
    return this.#task === null;
  }

  get isLasting(): boolean {
    return this.#task?.isLasting === true;
  }

  get isLoaded(): boolean {
    return this.#link !== null && this.#hasAnswered;
  }

  /** Starts the worker, even before it is needed. */
  warmUp(): void {
    this.#link ??= this.#open();
  }

  /**
   * Makes the worker load the code that no task has needed so far, so that the next task need not wait for the
   * network.
   */
  loadRest(): void {
    this.#link ??= this.#open();
    this.#link.api.loadRest().catch(() => undefined);
  }

  /** Sets the current task and forgets the previous one. */
  begin(task: WorkerTask): void {
    this.#task = task;
    this.#failures = 0;
    this.#hand(task);
  }

  /** Tells the watchdog to expect messages from the worker, because the task continues. */
  expect(): void {
    if (!this.#isWaiting) this.#watchdog.expect();
  }

  /** Tells the watchdog to expect no messages until the next `begin` or `expect`. */
  rest(): void {
    this.#watchdog.rest();
  }

  /** Calls the worker for the current task. */
  call(use: (api: WorkerLink["api"]) => Promise<unknown>): void {
    const task = this.#task;
    if (task === null || this.#link === null) return;
    use(this.#link.api).catch((error) => this.#refused(task, error));
  }

  /**
   * Ends the task and frees its memory. The worker is kept for the next one, unless the task needed a large amount: what it leaves is
   * otherwise collected late, beside the memory of the next task.
   */
  finish(task: WorkerTask): void {
    if (this.#task !== task) return;
    if (this.#memory.isLarge(this)) this.drop();
    else this.end(task);
  }

  /** Ends the task; the worker is kept for the next one, with what it holds. */
  end(task: WorkerTask): void {
    if (this.#task !== task) return;
    this.#task = null;
    this.#watchdog.rest();
    // A worker that waits would never read the next task.
    if (this.#isWaiting) this.#close();
    else this.#memory.rest(this);
  }

  /** Ends the current task together with its worker. The next task gets a new worker. */
  drop(): void {
    this.#task = null;
    this.#watchdog.rest();
    this.#close();
  }

  /** Ends the task with a message, because no memory is left for it. */
  refuseMemory(message: string): void {
    const task = this.#task;
    this.#close();
    if (task !== null) this.#fail(task, message);
  }

  #hand(task: WorkerTask): void {
    this.warmUp();
    this.expect();
    this.call((api) => task.send(api));
  }

  #open(): WorkerLink {
    this.#hasAnswered = false;
    const isMine = () => link === this.#link;
    const link: WorkerLink = this.#start({
      message: (message) => {
        if (!isMine()) return;
        this.#hasAnswered = true;
        this.#watchdog.sign();
        if (message.kind === "memory") this.#needMemory(link, message.bytes);
        else this.#task?.message?.(message);
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
    this.#isWaiting = false;
    this.#memory.leave(this, link?.terminate());
  }

  #needMemory(link: WorkerLink, bytes: number): void {
    const task = this.#task;
    this.#isWaiting = true;
    this.#watchdog.rest();
    task?.waits?.(true);
    this.#memory.ask(this, bytes, (allowed) => {
      if (link === this.#link) {
        this.#isWaiting = false;
        if (this.#task !== null) this.#watchdog.expect();
        this.#task?.waits?.(false);
        link.api.mayHold(allowed).catch(() => undefined);
      } else if (this.#isWaiting && task !== null && task === this.#task) this.#handAgain(task, allowed);
    });
    // A job that asks for any amount starts again. What it has held so far would stay in memory while it waits.
    if (bytes === Number.POSITIVE_INFINITY && this.#isWaiting && task !== null && link === this.#link) {
      this.#link = null;
      link.terminate();
    }
  }

  /** Sends the task to a new worker, which may hold this many bytes from the start. */
  #handAgain(task: WorkerTask, allowed: number): void {
    this.#isWaiting = false;
    this.warmUp();
    this.call((api) => api.mayHold(allowed));
    this.#hand(task);
  }

  #broken(reason: string, wasSilent = false): void {
    this.#close();
    const task = this.#task;
    if (task === null) return;
    this.#failures += 1;
    if (this.#failures > 1) {
      this.#fail(
        task,
        `The simulation was stopped: its worker failed twice (${reason}). The scenario is kept.`,
        wasSilent,
      );
      return;
    }
    this.#hand(task);
    task.restarted?.(`The simulation's worker was restarted (${reason}) and the run begun again.`);
  }

  #refused(task: WorkerTask, error: unknown): void {
    const message =
      error instanceof ProgramRefused
        ? error.message
        : errorText("The scenario could not be handed to the simulation", error);
    this.#fail(task, message);
  }

  #fail(task: WorkerTask, message: string, wasSilent = false): void {
    if (this.#task !== task) return;
    this.#task = null;
    this.#watchdog.rest();
    task.failed(message, wasSilent);
  }
}

/** A repeating timer; tests replace it. */
export interface Timer {
  /** Calls `tick` every `intervalMs`. Returns a function that stops the timer. */
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

/**
 * Detects a worker that sends no message although it should be working. Silence is measured in ticks of a timer, not by the
 * clock: no ticks occur while the page itself is suspended (frozen tab, closed lid).
 */
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

  /** Expects messages from the worker from now on. A repeated call does not restart the measurement of a silence. */
  expect(): void {
    if (this.#end !== null) return;
    this.#silentMs = 0;
    this.#end = this.#timer.every(TICK_MS, () => this.#tick());
  }

  sign(): void {
    this.#silentMs = 0;
  }

  /** Expects no messages from now on. */
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

/** A worker as its caller uses it, in browsers and on Node. */
export interface WorkerLink {
  readonly api: Comlink.Remote<SimWorkerApi>;
  /** Ends the worker. Returns a promise that is settled when its thread has ended, if the platform reports that. */
  terminate(): Promise<unknown> | undefined;
}

/** Listener to a worker. */
export interface LinkEvents {
  message(message: WorkerMessage): void;
  /** Called when the worker could not be loaded, or failed. */
  failure(reason: string): void;
}

/** Starts a worker; `events` gets its messages and its failure. */
export type StartWorker = (events: LinkEvents) => WorkerLink;

/** Connects a started worker's endpoint: Comlink for the calls, a separate channel for messages from the worker. */
export function linkWorker(
  endpoint: Comlink.Endpoint,
  events: LinkEvents,
  terminate: WorkerLink["terminate"],
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
      return terminate();
    },
  };
}
