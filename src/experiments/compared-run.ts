/** What a run is compared with in the pictures: the run of the same experiment that is like it but for one setting. */
import type { ComparedRun } from "./experiment.ts";
import { keyOf } from "./grid.ts";

type Texts = Readonly<Record<string, string>>;

/** "aqm=codel rtt=400 beta=0.8" as its point. */
export function pointOf(key: string): Texts {
  return Object.fromEntries(
    key.split(" ").map((part) => {
      const at = part.indexOf("=");
      return [part.slice(0, at), part.slice(at + 1)];
    }),
  );
}

/**
 * Of each run the one with other settings. `baseOf` says which, and undefined where there is nothing to compare with;
 * `what` calls it by its name.
 */
export function comparing(
  baseOf: (point: Texts) => Texts | undefined,
  what: (base: Texts) => string,
): (key: string) => ComparedRun | null {
  return (key) => {
    const point = pointOf(key);
    const base = baseOf(point);
    const isThere = base !== undefined && Object.keys(base).every((name) => Object.hasOwn(point, name));
    if (!isThere) return null;
    const compared = keyOf({ ...point, ...base });
    return compared === key ? null : { key: compared, what: what(base) };
  };
}

/** By one setting: which value each of its values is compared with. */
export function against(
  name: string,
  bases: Readonly<Record<string, string>>,
  labelOf: (base: string) => string,
): (key: string) => ComparedRun | null {
  return comparing(
    (point) => (Object.hasOwn(bases, point[name] ?? "") ? { [name]: bases[point[name]] } : undefined),
    (base) => labelOf(base[name]),
  );
}

/** The sender's own β, which gains are counted against. */
export function againstBeta(beta: number | ((point: Texts) => number)): (key: string) => ComparedRun | null {
  return comparing(
    (point) => ({ beta: String(typeof beta === "number" ? beta : beta(point)) }),
    (base) => `β_ecn ${base.beta}`,
  );
}
