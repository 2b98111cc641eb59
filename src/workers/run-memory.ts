/**
 * Memory that the simulations of all workers of a process share. Each run has its own limit (`load.ts`), which is the same on
 * every machine. This file only decides which runs may take place at the same time: small ones together, and one large one.
 */
import type { Simulating } from "./simulating.ts";

/** Memory that each worker may hold without a request (bytes). A run over 1 Gbit/s with an RTT of 100 ms needs half of it. */
const FREE_BYTES = 8e6;
/** Memory that all workers with granted requests may hold together, besides the one worker that may hold any amount (bytes). */
const MOST_SHARED_BYTES = 40e6;

const BESIDE_LIVE_RUN =
  "The live run needs so much memory that this run does not fit beside it. End live mode, and try again.";

/** A worker that needs memory. */
export interface MemoryUser {
  /** True if the worker has no task. What it holds is then only kept for a possible next task. */
  readonly isIdle: boolean;
  /** True if its task has no end of its own. */
  readonly isLasting: boolean;
  /** Ends the worker, which frees its memory. */
  drop(): void;
  /** Ends the worker's task with a message for the user. */
  refuseMemory(message: string): void;
}

interface Waiting {
  readonly user: MemoryUser;
  readonly allow: (bytes: number) => void;
}

/** Distributes memory among workers. */
export class RunMemory {
  /** Granted bytes of workers that have a share. */
  readonly #shares = new Map<MemoryUser, number>();
  /** The one worker that may hold any amount. */
  #large: MemoryUser | null = null;
  /** True while a worker that could hold any amount is being ended. Its memory is not free before its thread has ended. */
  #isEnding = false;
  readonly #waiting: Waiting[] = [];

  /** Requests memory. `allow` is called with the number of bytes that the worker may hold, possibly later. */
  ask(user: MemoryUser, bytes: number, allow: Waiting["allow"]): void {
    if (this.isLarge(user)) {
      // In the queue it would wait for workers that wait for it.
      allow(Number.POSITIVE_INFINITY);
      return;
    }
    const others = [...this.#shares].reduce((sum, [other, share]) => sum + (other === user ? 0 : share), 0);
    if (others + bytes <= MOST_SHARED_BYTES) {
      this.#shares.set(user, bytes);
      allow(bytes);
      return;
    }
    if (this.#large?.isLasting === true && this.#large !== user) {
      user.refuseMemory(BESIDE_LIVE_RUN);
      return;
    }
    this.#waiting.push({ user, allow });
    this.#next();
  }

  /** True if this is the one worker that may hold any amount. */
  isLarge(user: MemoryUser): boolean {
    return this.#large === user;
  }

  /** Notes that the task of a worker has ended. What a large run leaves is freed as soon as another one waits. */
  rest(user: MemoryUser): void {
    this.#shares.delete(user);
    this.#next();
  }

  /** Notes that a worker has ended, or that its thread ends when `ended` is settled. */
  leave(user: MemoryUser, ended?: Promise<unknown>): void {
    this.#shares.delete(user);
    const at = this.#waiting.findIndex((one) => one.user === user);
    if (at >= 0) this.#waiting.splice(at, 1);
    if (this.#large === user) {
      this.#large = null;
      if (ended !== undefined) this.#awaitEnd(ended);
    }
    this.#next();
  }

  #awaitEnd(ended: Promise<unknown>): void {
    this.#isEnding = true;
    const end = () => {
      this.#isEnding = false;
      this.#next();
    };
    ended.then(end, end);
  }

  #next(): void {
    if (this.#waiting.length === 0 || this.#isEnding) return;
    const [{ user, allow }] = this.#waiting;
    if (this.#large !== null && this.#large !== user) {
      // The dropped worker calls `leave`.
      if (this.#large.isIdle) this.#large.drop();
      return;
    }
    this.#waiting.shift();
    this.#shares.delete(user);
    this.#large = user;
    allow(Number.POSITIVE_INFINITY);
  }
}

/** Memory of the simulations of one worker, on the worker's side. */
export class HeldMemory {
  readonly #request: (bytes: number) => void;
  /** Simulations that exist, also those that are no longer used but not yet collected. */
  #simulations: WeakRef<Simulating>[] = [];
  #allowedBytes = FREE_BYTES;
  #allowed: Promise<void> | null = null;
  #resolve: () => void = () => undefined;

  /** `request` asks for the given number of bytes. */
  constructor(request: (bytes: number) => void) {
    this.#request = request;
  }

  watch(simulation: Simulating): Simulating {
    this.#simulations = this.#simulations.filter((ref) => ref.deref() !== undefined);
    this.#simulations.push(new WeakRef(simulation));
    return simulation;
  }

  get isEnough(): boolean {
    return this.isReserved || this.#bytes <= this.#allowedBytes;
  }

  /** Requests memory and waits until it may be used. */
  wait(): Promise<void> {
    let bytes = this.#allowedBytes;
    while (bytes < this.#bytes) bytes *= 2;
    return this.#ask(bytes);
  }

  /** True if any amount may be used. */
  get isReserved(): boolean {
    return this.#allowedBytes === Number.POSITIVE_INFINITY;
  }

  /** Requests any amount of memory and waits until it may be used. The worker may be ended while it waits. */
  reserve(): Promise<void> {
    return this.#ask(Number.POSITIVE_INFINITY);
  }

  allow(bytes: number): void {
    this.#allowedBytes = bytes;
    this.#allowed = null;
    this.#resolve();
  }

  #ask(bytes: number): Promise<void> {
    if (this.#allowed === null) {
      this.#allowed = new Promise((resolve) => {
        this.#resolve = resolve;
      });
      this.#request(bytes);
    }
    return this.#allowed;
  }

  get #bytes(): number {
    return this.#simulations.reduce((sum, ref) => sum + (ref.deref()?.heldBytes ?? 0), 0);
  }
}
