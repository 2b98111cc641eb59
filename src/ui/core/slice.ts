/** The parts of the state and of the URL that features add. The core stores these values without knowing any of them. */
import type { Problem, Scenario } from "../../engine/index.ts";

/** A part of the state that belongs to one feature. Without a value in the state, `initial` applies. */
export interface Slice<T extends object> {
  readonly id: string;
  readonly initial: T;
}

/** The values of all slices, by id. */
export interface Sliced {
  readonly slices: Readonly<Record<string, unknown>>;
}

export function sliceIn<T extends object>({ slices }: Sliced, { id, initial }: Slice<T>): T {
  return (slices[id] as T | undefined) ?? initial;
}

/** Returns the state's slices with a change of one of them, as `store.set` takes them. */
export function withSlice<T extends object>(state: Sliced, slice: Slice<T>, change: Partial<T>): Sliced {
  return { slices: { ...state.slices, [slice.id]: { ...sliceIn(state, slice), ...change } } };
}

/** The part of the state that URLs hold for features. */
export interface LinkedState extends Sliced {
  readonly mode: "whole" | "live";
}

/** A part of the URL that belongs to a feature. Its order among the features is that of the list of features. */
export interface LinkPart<Core, Value = unknown> {
  /** The keys that the part reads. They never change. */
  readonly keys: readonly string[];
  /** Returns the value for the URL of a state; null for none. An unchanged value is the same object. */
  valueIn(state: LinkedState): Value | null;
  /** Returns the value as it stands in the URL: "key=text". */
  write(value: Value): string;
  /** Reads the value from the texts of the URL's keys. A text that is not allowed is added to the problems. */
  read(
    texts: Readonly<Record<string, string>>,
    run: { readonly scenario: Scenario; readonly mode: "whole" | "live" },
    problems: Problem[],
  ): Value | null;
  /** True if the value states which time is shown, so that the page chooses none for an opened run. */
  readonly choosesTime?: boolean;
  /** Brings the value of a URL or a run that was opened onto the page; null if it has none. */
  open(core: Core, value: Value | null): void;
}

/** The values of the features in a URL, by their part of the URL. */
export type LinkValues = ReadonlyMap<LinkPart<never>, unknown>;

/** Reads the features' values from the texts of a URL's keys. */
export function readParts(
  parts: readonly LinkPart<never>[],
  texts: Readonly<Record<string, string>>,
  run: Parameters<LinkPart<never>["read"]>[1],
  problems: Problem[],
): LinkValues {
  const values = new Map<LinkPart<never>, unknown>();
  for (const part of parts) {
    const value = part.read(texts, run, problems);
    if (value !== null) values.set(part, value);
  }
  return values;
}
