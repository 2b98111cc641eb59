/** Asks a worker for the state of the path at a time, latest wins. */
import type { Picture, Scenario } from "../engine/index.ts";
import type { SupervisedWorker, Task } from "./supervised-worker.ts";

interface Request {
  resolve(picture: Picture | null): void;
  readonly task: Task;
}

export class PictureClient {
  #worker: SupervisedWorker;
  #pending: Request | null = null;

  constructor(worker: SupervisedWorker) {
    this.#worker = worker;
  }

  /** Null when superseded; rejects, with a message for people, when the scenario cannot be simulated. */
  at(scenario: Scenario, atS: number): Promise<Picture | null> {
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
          const reply = await api.picture(scenario, atS);
          if (!settle()) return;
          if (reply.ok) resolve(reply.value);
          else reject(new Error(reply.message));
        },
        failed(message) {
          if (settle()) reject(new Error(message));
        },
      };
      const request: Request = { resolve, task };
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
