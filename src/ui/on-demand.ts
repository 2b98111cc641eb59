/** Programs of the page that come when they are first needed, or before that when there is nothing else to do. */
import { type ComponentType, createElement, type ReactNode, use, useEffect, useState } from "react";

/** A program that may not be here yet. */
export interface Later<T> {
  /** Null until it is here. */
  readonly now: T | null;
  /** Brings it here, so that it works without the network. What failed is tried anew the next time. */
  fetch(): Promise<T>;
}

export function later<T>(load: () => Promise<T>): Later<T> {
  let now: T | null = null;
  let coming: Promise<T> | null = null;
  const fetched = (program: T) => {
    now = program;
    // As React's `use` leaves it on a promise that it has waited for: whoever asks later does not wait at all.
    if (coming !== null) Object.assign(coming, { status: "fulfilled", value: program });
    return program;
  };
  const failed = (error: unknown): never => {
    coming = null;
    throw error;
  };
  return {
    get now() {
      return now;
    },
    fetch() {
      coming ??= load().then(fetched, failed);
      return coming;
    },
  };
}

/** The program where it is wanted and here; what it is for is left out until then. */
export function useLater<T>(program: Later<T>, wanted: boolean): T | null {
  const [, setHere] = useState(program.now !== null);
  useEffect(() => {
    if (!wanted || program.now !== null) return;
    program.fetch().then(
      () => setHere(true),
      () => undefined,
    );
  }, [program, wanted]);
  return wanted ? program.now : null;
}

export interface Part<P> {
  (props: P): ReactNode;
  fetch(): Promise<unknown>;
}

/** A component; it is drawn inside a `Suspense`, and at once when its program is here. */
export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>): Part<P> {
  const program = later(load);
  function OnDemand(props: P): ReactNode {
    return createElement(use(program.fetch()), props);
  }
  return Object.assign(OnDemand, { fetch: program.fetch });
}
