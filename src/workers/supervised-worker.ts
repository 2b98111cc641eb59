/**
 * A worker with a watchdog and one task at a time. A worker that breaks down or falls silent is terminated, a fresh one
 * started and the task given to it once more; when that fails too, the task is given up with a message for people.
 */
import { errorText } from "./error-text.ts";
import type { WorkerMessage } from "./protocol.ts";
import { PATIENCE_MS, realTimer, type Timer, Watchdog } from "./watchdog.ts";
import type { StartWorker, WorkerLink } from "./worker-link.ts";

/** A worker's program may come by a slow network: so many times the patience before its first word. */
const LOADING_PATIENCE = 4;

export interface Task {
  /** Hands the task to a worker; a rejection means that it could not be handed over at all. */
  send(api: WorkerLink["api"]): Promise<unknown>;
  message?(message: WorkerMessage): void;
  /** The worker had to be restarted; the task has begun again. */
  restarted?(message: string): void;
  /** Given up. */
  failed(message: string): void;
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
      this.#broken(`it did not answer for ${patienceMs() / 1000} s`);
    });
  }

  /** Starts the worker, also before it is needed. */
  warmUp(): void {
    this.#link ??= this.#open();
  }

  /** Starts the worker and lets it fetch all its code. */
  prepare(): Promise<void> {
    this.#link ??= this.#open();
    return this.#link.api.prepare();
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

  #broken(reason: string): void {
    this.#close();
    const task = this.#task;
    if (task === null) return;
    this.#failures += 1;
    if (this.#failures > 1) {
      this.#fail(
        task,
        `The simulation was given up: its worker failed twice (${reason}). The scenario is kept.`,
      );
      return;
    }
    this.#hand(task);
    task.restarted?.(`The simulation's worker was restarted (${reason}) and the run begun again.`);
  }

  #refused(task: Task, error: unknown): void {
    this.#fail(task, errorText("The scenario could not be handed to the simulation", error));
  }

  #fail(task: Task, message: string): void {
    if (this.#task !== task) return;
    this.#task = null;
    this.#watchdog.rest();
    task.failed(message);
  }
}
