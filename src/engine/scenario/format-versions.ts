/**
 * The version of simulation URLs and scenario files, the settings that older versions may contain, and the parts of a scenario
 * that a digest covers. Every version can be read and runs on the current simulator; no setting is kept only to reproduce old
 * results.
 */

import type { ParamValues } from "../params/param.ts";
import { shown } from "../params/value-text.ts";
import { trafficById } from "../registered.ts";
import { textOf } from "./normalise-value.ts";
import type { Problems } from "./problems.ts";
import type { FlowSpec, Scenario } from "./scenario.ts";
import { FORMAT_VERSION, scenarioToJson } from "./scenario.ts";

/** Returns true if a URL or file has version 1. A text without a version counts as current. */
export function isOfVersion1(given: unknown, problems: Problems): boolean {
  const text = textOf(given ?? FORMAT_VERSION);
  if (text === "1" || text === String(FORMAT_VERSION)) return text === "1";
  const newer = /^\d+$/.test(text) && Number(text) > FORMAT_VERSION;
  const why = newer ? "; it comes from a newer version of this program" : "";
  const allowed = `1 or ${FORMAT_VERSION}`;
  const fault = `Format version must be ${allowed}, got ${shown(text)}${why}`;
  problems.add({ field: "v", given: text, allowed, used: `what version ${FORMAT_VERSION} knows`, fault });
  return false;
}

/** Returns the notice for a URL or file of version 1. */
export function version1Words(what: "link" | "file"): string {
  return `This ${what} is of format 1 (Sawtooth 0.5 or earlier). It runs on today's engine: defaults and algorithms have changed since, so results can differ from the original ones.`;
}

/**
 * Settings that a digest omits if they have these values. They were added after digests had first been published. At these values
 * they do not change a run, so the run keeps its old digest.
 */
const LEFT_OUT: ParamValues = {
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
  "prague-bursts": false,
  "dual-l-ect": "ect1",
  "dctcp-alpha": "real",
  "dctcp-ect1": false,
  accecn: false,
  "start-jitter-first": false,
};

/** Settings of congestion controls that were removed, each with the value that now always applies. Digests still cover them. */
const FORMER: Readonly<Record<string, ParamValues>> = {
  bbr2: { "bbr-budget": true },
  bbr3: { "bbr-budget": true },
  prague: { "prague-version": "0.7" },
};

/** Returns the parts of a scenario that a digest covers. A setting is omitted if it has the value given in `leftOut`. */
export function coveredByDigest(scenario: Scenario, leftOut: ParamValues = LEFT_OUT): unknown {
  const isLeftOut = (id: string, value: unknown) => Object.hasOwn(leftOut, id) && leftOut[id] === value;
  const without = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((one) => !isLeftOut(one?.id, one?.value)).map(without);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).filter(([id, inner]) => !isLeftOut(id, inner));
    return Object.fromEntries(entries.map(([id, inner]) => [id, without(inner)]));
  };
  return without({ ...scenarioToJson(scenario), flows: scenario.flows.map(withFormer), v: 1 });
}

function withFormer(spec: FlowSpec): FlowSpec {
  const former = trafficById(spec.traffic).transport === "tcp" ? FORMER[spec.cc] : undefined;
  return former === undefined ? spec : { ...spec, params: { ...former, ...spec.params } };
}
