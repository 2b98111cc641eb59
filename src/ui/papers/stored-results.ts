/** The published result of an experiment: fetched when it is first looked at, and checked before anything is drawn from it. */

import type { StoredOutcome } from "../../experiments/experiment.ts";
import { plainJson } from "../shared/plain-json.ts";

export type Loaded =
  | { readonly stored: StoredOutcome; readonly problem: null }
  /** A sentence on why there is none. */
  | { readonly stored: null; readonly problem: string };

/** The part of `fetch` that is used. */
export type Fetch = (address: string) => Promise<Pick<Response, "ok" | "status" | "text">>;

export async function loadStored(id: string, get: Fetch): Promise<Loaded> {
  const file = `papers/${id}.json`;
  let text: string;
  try {
    const response = await get(`./${file}`);
    if (!response.ok) return refusal(notPart(file, response.status));
    text = await response.text();
  } catch {
    return refusal(notFetched(file));
  }
  const stored = readStored(text, id);
  return stored === null ? refusal(unreadable(file)) : { stored, problem: null };
}

function refusal(problem: string): Loaded {
  return { stored: null, problem };
}

function readStored(text: string, id: string): StoredOutcome | null {
  try {
    const value: unknown = plainJson(text);
    return isStored(value) && value.id === id ? value : null;
  } catch {
    // Some servers answer with a page of their own where a file is missing.
    return null;
  }
}

/** Each result once; a failure is not kept, so that another look tries again. */
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

/** Whether a fetched file is a stored outcome: all that is drawn from must be there, so that a torn or foreign file is refused whole. */
type Fields = Readonly<Record<string, unknown>>;

export function isStored(value: unknown): value is StoredOutcome {
  return (
    isObject(value) &&
    value.schema === 1 &&
    hasTexts(value, "id", "version", "digest") &&
    (value.size === "quick" || value.size === "full") &&
    [value.jobs, value.packets].every(isNumber) &&
    isOutcome(value.outcome)
  );
}

function isOutcome(value: unknown): boolean {
  return (
    isObject(value) &&
    isListOf(value.figures, isFigure) &&
    isListOf(value.heatMaps, isHeatMap) &&
    isListOf(value.tables, isTable) &&
    isListOf(value.claims, isClaim)
  );
}

function isFigure(figure: Fields): boolean {
  return (
    hasTexts(figure, "id", "title") &&
    isAmong(["lines", "steps", "points"], figure.kind) &&
    isAxis(figure.x) &&
    isAxis(figure.y) &&
    isListOf(figure.series, isSeries)
  );
}

function isSeries({ label, x, y, low, high, jobs, covers, source }: Fields): boolean {
  return (
    isText(label) &&
    isListing(x, isNumber) &&
    [y, low ?? [], high ?? []].every((list) => isListing(list, isReading)) &&
    isListing(jobs ?? [], isKey) &&
    isListing(covers ?? [], isText) &&
    isAmong(["ours", "paper", "model", undefined], source)
  );
}

function isHeatMap({ covers = [], ...map }: Fields): boolean {
  return (
    hasTexts(map, "id", "title", "label", "unit") &&
    isAxis(map.x) &&
    isAxis(map.y) &&
    [map.xs, map.ys].every((list) => isListing(list, isNumber)) &&
    isListing(map.values, (row) => isListing(row, isReading)) &&
    isListing(map.jobs, (row) => isListing(row, isKey)) &&
    isListing(covers, (row) => isListing(row, isText))
  );
}

function isTable(table: Fields): boolean {
  const isCell = (value: unknown) => isText(value) || isReading(value);
  return (
    hasTexts(table, "id", "title") &&
    isListing(table.head, isText) &&
    isListing(table.rows, (row) => isListing(row, isCell))
  );
}

/** `basis` came later: files without it are the paper's claims throughout. */
function isClaim(claim: Fields): boolean {
  return (
    hasTexts(claim, "id", "text", "paper", "ours", "tolerance") &&
    typeof claim.holds === "boolean" &&
    isAmong(["ours", undefined], claim.basis) &&
    isText(claim.cause ?? "")
  );
}

function isAxis(value: unknown): boolean {
  return (
    isObject(value) &&
    hasTexts(value, "label", "unit") &&
    isAmong(["linear", "log"], value.scale) &&
    [value.from ?? 0, value.to ?? 0].every(isNumber)
  );
}

const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => Number.isFinite(value);
const isReading = (value: unknown) => value === null || isNumber(value);
const isKey = (value: unknown) => value === null || isText(value);

function isAmong(known: readonly unknown[], value: unknown): boolean {
  return known.includes(value);
}

function hasTexts(value: Fields, ...names: readonly string[]): boolean {
  return names.every((name) => isText(value[name]));
}

function isListing(value: unknown, isOne: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}

function isListOf(value: unknown, isOne: (one: Fields) => boolean): boolean {
  return Array.isArray(value) && value.every((one) => isObject(one) && isOne(one));
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function notPart(file: string, status: number): string {
  return `${file} is not part of this page (${status}).`;
}

function notFetched(file: string): string {
  return `${file} could not be fetched; the page seems to be offline.`;
}

function unreadable(file: string): string {
  return `${file} holds no results that this page can read.`;
}
