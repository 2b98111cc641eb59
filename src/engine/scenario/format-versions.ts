/**
 * Versions of scenario files and links, and what separates them. A version is the promise that what was written once
 * keeps its bits: where a default of today does something else than version 1 did, that setting has a line here, and
 * whoever says version 1 (or has settings and says no version) gets the value of then, unless the text names the setting.
 */
import type { ParamValues } from "../params/param.ts";

/** Written into every file and link. Version 1 is still read. */
export const FORMAT_VERSION = 2;

/**
 * Settings that version 1 did not have: id → the value that does what it did. One line for each, also where the default
 * is this value: digests leave out what has it, so that old links keep theirs.
 */
export const ADDED_SINCE_1: ParamValues = {
  handshake: false,
  "syn-retries": 6,
  "rtt-tick": 0,
  "westwood-set-at": "start",
  "update-tick": null,
  "rack-losses": false,
  "loss-probes": false,
  frto: false,
  dsack: false,
  "forward-retransmissions": false,
  "sack-delay": 0,
  "jitter-overtakes": false,
  "hystart-rounds": "all",
  "app-limited-growth": false,
  bucket: 0,
  // Bursts of BBR went by the pacing rate alone, and the windows of v2 and v3 had no room for them.
  "bbr-quantum": "version-1",
  "bbr-budget": false,
  "prague-bursts": false,
  "dual-l-ect": "ect1",
  "dctcp-alpha": "real",
  "dctcp-ect1": false,
  "prague-version": "5.15",
  accecn: false,
};

/** Settings that version 1 had, with another default: id → the default of then. */
export const DEFAULT_IN_1: ParamValues = {
  "htcp-rtt-scaling": false,
  "dual-step-packets": 0,
  "prague-transition": 500,
};

/**
 * What a digest covers of a scenario: what goes on as in version 1 goes without saying, so that settings which came
 * later, and the version itself, leave the digests of older runs as they were.
 */
export function withoutAdded(scenario: unknown, added: ParamValues = ADDED_SINCE_1): unknown {
  const isOld = (id: string, value: unknown) => Object.hasOwn(added, id) && added[id] === value;
  const without = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((one) => !isOld(one?.id, one?.value)).map(without);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).filter(([id, inner]) => !isOld(id, inner));
    return Object.fromEntries(entries.map(([id, inner]) => [id, without(inner)]));
  };
  return without({ ...Object(scenario), v: 1 });
}
