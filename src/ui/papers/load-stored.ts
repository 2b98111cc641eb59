/** The published result of an experiment: fetched when it is first looked at, and checked before anything is drawn from it. */
import type { StoredOutcome } from "../../experiments/experiment.ts";
import { plainJson } from "../shared/plain-json.ts";
import { notFetched, notPart, unreadable } from "./paper-words.ts";
import { isStored } from "./stored-shape.ts";

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
