/** The published result of an experiment: loaded when it is first shown, and validated before anything is drawn from it. */

import * as v from "valibot";
import type { StoredOutcome } from "../../../experiments/experiment.ts";
import { plainJson } from "../../shared/plain-json.ts";

export type Loaded =
  | { readonly stored: StoredOutcome; readonly problem: null }
  /** The problem is a sentence that says why there is no result. */
  | { readonly stored: null; readonly problem: string };

/** The part of `fetch` that is used. */
export type Fetch = (address: string) => Promise<Pick<Response, "ok" | "status" | "text">>;

export async function loadStored(id: string, get: Fetch): Promise<Loaded> {
  const file = `papers/${id}.json`;
  const refusal = (words: string): Loaded => ({ stored: null, problem: `${file} ${words}.` });
  let text: string;
  try {
    const response = await get(`./${file}`);
    if (!response.ok) return refusal(`is not part of this page (${response.status})`);
    text = await response.text();
  } catch {
    return refusal("could not be fetched; the page seems to be offline");
  }
  if (text.length > MOST_CHARACTERS) return refusal("is too large to be a result");
  const value = read(text);
  if (v.is(STORED, value) && value.id === id) return { stored: value, problem: null };
  if (v.is(NEWER, value)) return refusal("was written by a newer version of Sawtooth: reload the page");
  return refusal("holds no results that this page can read");
}

/** Size limit in characters, 100 times the largest published result. */
const MOST_CHARACTERS = 20e6;

/** Some servers answer with an HTML page if a file is missing, which is not JSON. */
function read(text: string): unknown {
  try {
    return plainJson(text);
  } catch {
    return null;
  }
}

/** Loads each result only once. A failure is not cached, so that the next visit tries again. */
export class StoredResults {
  readonly #get: Fetch;
  readonly #known = new Map<string, Promise<Loaded>>();

  constructor(get: Fetch) {
    this.#get = get;
  }

  load(id: string): Promise<Loaded> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const loading = loadStored(id, this.#get);
    this.#known.set(id, loading);
    void loading.then(({ stored }) => {
      if (stored === null) this.#known.delete(id);
    });
    return loading;
  }
}

const TEXT = v.string();
const TEXTS = v.array(TEXT);
const NUMBER = v.pipe(v.number(), v.finite());
const NUMBERS = v.array(NUMBER);
const READINGS = v.array(v.nullable(NUMBER));
const KEYS = v.array(v.nullable(TEXT));

const AXIS = v.object({
  label: TEXT,
  unit: TEXT,
  scale: v.picklist(["linear", "log"]),
  from: v.exactOptional(NUMBER),
  to: v.exactOptional(NUMBER),
});

const SERIES = v.pipe(
  v.object({
    label: TEXT,
    x: NUMBERS,
    y: READINGS,
    low: v.exactOptional(READINGS),
    high: v.exactOptional(READINGS),
    jobs: v.exactOptional(KEYS),
    covers: v.exactOptional(TEXTS),
    source: v.exactOptional(v.picklist(["ours", "paper", "model"])),
  }),
  v.check(({ x, y, low = x, high = x, jobs = x, covers = x }) =>
    [y, low, high, jobs, covers].every(({ length }) => length === x.length),
  ),
);

const FIGURE = v.object({
  id: TEXT,
  title: TEXT,
  kind: v.picklist(["lines", "steps", "points"]),
  x: AXIS,
  y: AXIS,
  series: v.array(SERIES),
});

const HEAT_MAP = v.pipe(
  v.object({
    id: TEXT,
    title: TEXT,
    label: TEXT,
    unit: TEXT,
    x: AXIS,
    y: AXIS,
    xs: NUMBERS,
    ys: NUMBERS,
    values: v.array(READINGS),
    jobs: v.array(KEYS),
    covers: v.exactOptional(v.array(TEXTS)),
  }),
  v.check(({ xs, ys, values, jobs, covers = jobs }) =>
    [values, jobs, covers].every(
      (rows) => rows.length === ys.length && rows.every(({ length }) => length === xs.length),
    ),
  ),
);

const TABLE = v.pipe(
  v.object({
    id: TEXT,
    title: TEXT,
    head: TEXTS,
    rows: v.array(v.array(v.nullable(v.union([TEXT, NUMBER])))),
  }),
  v.check(({ head, rows }) => rows.every(({ length }) => length === head.length)),
);

/** `basis` was added later. Files without it contain the paper's claims only. */
const CLAIM = v.object({
  id: TEXT,
  text: TEXT,
  paper: TEXT,
  ours: TEXT,
  holds: v.boolean(),
  tolerance: TEXT,
  basis: v.exactOptional(v.literal("ours")),
  cause: v.exactOptional(TEXT),
});

/** Validates everything that is drawn from, including equal lengths of lists. A damaged or foreign file is refused as a whole. */
export const STORED: v.GenericSchema<StoredOutcome> = v.object({
  schema: v.literal(1),
  id: TEXT,
  version: TEXT,
  size: v.picklist(["quick", "full"]),
  digest: TEXT,
  jobs: NUMBER,
  packets: NUMBER,
  outcome: v.object({
    figures: v.array(FIGURE),
    heatMaps: v.array(HEAT_MAP),
    tables: v.array(TABLE),
    claims: v.array(CLAIM),
  }),
});

const NEWER = v.object({ schema: v.pipe(v.number(), v.minValue(2)) });
