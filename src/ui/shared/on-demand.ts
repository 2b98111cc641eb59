/** Programs of the page that come when they are first needed, or before that when there is nothing else to do. */
import {
  type ComponentType,
  createElement,
  type ReactNode,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { mendStyles } from "./broken-styles.ts";

/** A program that may not be here yet. */
export interface Later<T> {
  /** Null until it is here. */
  readonly now: T | null;
  /** Fulfilled when it is here, however often that had to be tried; never rejected. */
  readonly here: Promise<T>;
  /**
   * Brings it here, so that it works without the network; rejects with `NotLoaded`. A failure stands for a while, however
   * often it is asked for: React asks again with each look. After `tryAgain` it is fetched anew at once.
   */
  fetch(): Promise<T>;
}

/** After a failure nobody fetches the same again for so long; twice as long after the next one. */
const PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

export class NotLoaded extends Error {
  readonly program: Later<unknown>;

  constructor(program: Later<unknown>, cause: unknown) {
    super("a part of the page could not be loaded. Try it again when the network answers.", { cause });
    this.program = program;
  }
}

/** Counts how often everything was asked for anew. */
let round = 0;
/** Missing where something else stands in its place, or nothing. */
const missing = new Set<Later<unknown>>();
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

/** Asks for all that is missing, without a pause. */
export function tryAgain(): void {
  round += 1;
  for (const { fetch } of missing) fetch().catch(() => undefined);
}

/** Has the page say that something is missing, until it is here. */
export function miss(error: unknown): void {
  if (!(error instanceof NotLoaded)) throw error;
  const { program } = error;
  missing.add(program);
  tell();
  void program.here.then(() => {
    missing.delete(program);
    tell();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useMissing(): boolean {
  return useSyncExternalStore(subscribe, () => missing.size > 0);
}

export function later<T>(load: () => Promise<T>, nowMs = () => performance.now()): Later<T> {
  let now: T | null = null;
  let coming: Promise<T>;
  let arrive: (program: T) => void;
  /** When it may be fetched, unless it is asked for in another round; never again while it comes. */
  let fromMs = 0;
  let failedIn = round;
  let pauseMs = PAUSE_MS;
  let failure = "";
  const fetched = async (program: T) => {
    // What failed before for want of a style sheet would come without it now.
    const bare = (await mendStyles()).find((address) => failure.includes(address));
    if (bare !== undefined) throw new Error(bare);
    now = program;
    arrive(program);
    // As React's `use` leaves it on a promise that it has waited for: whoever asks later does not wait at all.
    Object.assign(coming, { status: "fulfilled", value: program });
    return program;
  };
  const failed = (cause: unknown): never => {
    fromMs = nowMs() + pauseMs;
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    failedIn = round;
    failure = String(cause);
    throw new NotLoaded(program, cause);
  };
  const program: Later<T> = {
    get now() {
      return now;
    },
    here: new Promise((resolve) => {
      arrive = resolve;
    }),
    fetch() {
      if (nowMs() >= fromMs || (fromMs < Number.POSITIVE_INFINITY && failedIn !== round)) {
        fromMs = Number.POSITIVE_INFINITY;
        coming = load().then(fetched).catch(failed);
      }
      return coming;
    },
  };
  return program;
}

/** The program where it is wanted and here; what it is for is left out until then. */
export function useLater<T>(program: Later<T>, wanted: boolean): T | null {
  const [, setHere] = useState(program.now !== null);
  useEffect(() => {
    if (!wanted || program.now !== null) return;
    program.fetch().catch(miss);
    void program.here.then(() => setHere(true));
  }, [program, wanted]);
  return wanted ? program.now : null;
}

export interface Part<P> {
  (props: P): ReactNode;
  fetch(): Promise<unknown>;
}

/** A component; it is drawn inside a `Suspense`, and at once when its program is here. Inside an `ErrorBoundary` besides. */
export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>): Part<P> {
  const program = later(load);
  function OnDemand(props: P): ReactNode {
    return createElement(use(program.fetch()), props);
  }
  return Object.assign(OnDemand, { fetch: program.fetch });
}
