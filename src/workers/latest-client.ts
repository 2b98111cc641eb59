/** Asks a worker one thing at a time, latest wins: the state of the path at a time, or why something happened. */
import type { Reply } from "./protocol.ts";
import type { SupervisedWorker, Task } from "./supervised-worker.ts";
import type { WorkerLink } from "./worker-link.ts";

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

  prepare(): Promise<void> {
    return this.#worker.prepare();
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
