/**
 * Actions: what a user can do with a key or a button, as records. The key handler, the help and the buttons derive from
 * the same records. `Core` is the object that actions work on, which is `Bench`.
 */
import type { AppState } from "./store.ts";

export interface Action<Core> {
  readonly id: string;
  /** The effect, as the help says it. */
  readonly label: string;
  readonly key: Key;
  /**
   * "bench" for a key that a projector ignores, where a mistyped key must not disturb the audience. "projector" for a key of the
   * projector, which takes precedence there. Without a value, the key works on both.
   */
  readonly on?: "bench" | "projector";
  /** A button for the action next to the pinned run. */
  readonly button?: { readonly words: string; readonly icon?: "plus" };
  /** Returns whether the action can run. By default it always can. */
  enabled?(state: AppState): boolean;
  /** Runs the action. `digit` is the digit of its key, 0 for other keys. Returns a message for the user, if there is one. */
  run(core: Core, digit: number): unknown;
}

type Press = Pick<KeyboardEvent, "altKey" | "code" | "ctrlKey" | "key" | "metaKey" | "shiftKey">;

export interface Key {
  /** Names of the key in the help, with commas between them: "Shift+→". */
  readonly names: string;
  /** True for a single character, which users can switch off (WCAG 2.1.4). */
  readonly isSingle: boolean;
  /** Returns the digit of a key press, 0 if the key has none, or null if the press belongs to a different key. */
  digitOf(press: Press): number | null;
}

const isPlain = ({ ctrlKey, metaKey, altKey }: Press) => !ctrlKey && !metaKey && !altKey;

function keyFor(names: string, isSingle: boolean, matches: (press: Press) => boolean): Key {
  return { names, isSingle, digitOf: (press) => (matches(press) ? 0 : null) };
}

/** Returns a key by its values of `KeyboardEvent.key`. A name with "Shift+" needs Shift. */
export function named(names: string, ...values: readonly string[]): Key {
  const shift = names.startsWith("Shift+");
  return keyFor(
    names,
    false,
    (press) => isPlain(press) && values.includes(press.key) && press.shiftKey === shift,
  );
}

/** Returns a key of one or several characters. Shift is ignored unless `shift` is given. */
export function character(names: string, shift?: boolean): Key {
  const wanted = names.replace("Shift+", "").toLowerCase().split(", ");
  return keyFor(
    names,
    true,
    (press) =>
      isPlain(press) &&
      wanted.includes(press.key.toLowerCase()) &&
      (shift ?? press.shiftKey) === press.shiftKey,
  );
}

/** Returns a key with Ctrl or the command key. */
export function command(names: string, ...values: readonly string[]): Key {
  return keyFor(
    names,
    false,
    (press) =>
      (press.ctrlKey || press.metaKey) &&
      !press.altKey &&
      values.includes(`${press.shiftKey ? "shift " : ""}${press.key.toLowerCase()}`),
  );
}

/** Returns the digits from 1 to `last`. */
export function digits(last: number): Key {
  return {
    names: `1 – ${last}`,
    isSingle: true,
    digitOf: (press) =>
      isPlain(press) && /^[1-9]$/.test(press.key) && Number(press.key) <= last ? Number(press.key) : null,
  };
}

/**
 * Returns Shift and a digit from 1 to `last`. The key is recognised by its position, because the character differs
 * between keyboards. If the key writes a digit, it counts as that digit instead.
 */
export function shiftedDigits(last: number): Key {
  return {
    names: `Shift+1 – ${last}`,
    isSingle: true,
    digitOf: (press) => {
      const digit = Number(/^Digit([1-9])$/.exec(press.code)?.[1] ?? 0);
      const counts =
        isPlain(press) && press.shiftKey && !/^[0-9]$/.test(press.key) && digit > 0 && digit <= last;
      return counts ? digit : null;
    },
  };
}

const namesOf = ({ key }: Pick<Action<never>, "key">) => key.names.split(", ");

/**
 * Returns the actions whose keys work on the bench or on a projector. On a projector, an action of the bench has no key
 * if a key of the projector has the same name.
 */
export function keyedActions<Core>(
  actions: readonly Action<Core>[],
  present: boolean,
): readonly Action<Core>[] {
  if (!present) return actions.filter(({ on }) => on !== "projector");
  const first = projectorActions(actions);
  const taken = new Set(first.flatMap(namesOf));
  const others = actions.filter(({ on }) => on === undefined);
  return [...first, ...others.filter((action) => !namesOf(action).some((name) => taken.has(name)))];
}

export function projectorActions<Core>(actions: readonly Action<Core>[]): readonly Action<Core>[] {
  return actions.filter(({ on }) => on === "projector");
}
