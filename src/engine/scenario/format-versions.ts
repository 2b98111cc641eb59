/**
 * The version of links and scenario files, the settings that older ones may still name, and what a digest covers of a
 * scenario. Every version is read and runs on today's engine: no value is kept to reproduce old results.
 */
import { trafficById } from "../algorithms.ts";
import type { ParamValues } from "../params/param.ts";
import { shown } from "../params/value-text.ts";
import { textOf } from "./normalise-value.ts";
import type { Problems } from "./problems.ts";
import type { FlowSpec, Scenario } from "./scenario.ts";

/** Written into every file and link. Version 1 is still read. */
export const FORMAT_VERSION = 2;

/** Returns whether a link or file says that it is of version 1; one that says no version is taken for today's. */
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

/** The sentence for a reader of a link or file of version 1. */
export function version1Words(what: "link" | "file"): string {
  return `This ${what} is of format 1 (Sawtooth 0.5 or earlier). It runs on today's engine: defaults and algorithms have changed since, so figures can differ from what it showed then.`;
}

/**
 * Values at which a digest leaves a setting out. The settings came after digests were first published; at these values
 * a run is as it was before, and keeps its digest.
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
};

/** Settings that congestion controls had once, at the value that they work with now: digests cover them still. */
const FORMER: Readonly<Record<string, ParamValues>> = {
  bbr2: { "bbr-budget": true },
  bbr3: { "bbr-budget": true },
  prague: { "prague-version": "0.7" },
};

/** Returns what a digest covers of a scenario. `leftOut`: settings and the values at which they are left out. */
export function coveredByDigest(scenario: Scenario, leftOut: ParamValues = LEFT_OUT): unknown {
  const isLeftOut = (id: string, value: unknown) => Object.hasOwn(leftOut, id) && leftOut[id] === value;
  const without = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((one) => !isLeftOut(one?.id, one?.value)).map(without);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).filter(([id, inner]) => !isLeftOut(id, inner));
    return Object.fromEntries(entries.map(([id, inner]) => [id, without(inner)]));
  };
  return without({ ...scenario, flows: scenario.flows.map(withFormer), v: 1 });
}

function withFormer(spec: FlowSpec): FlowSpec {
  const former = trafficById(spec.traffic).transport === "tcp" ? FORMER[spec.cc] : undefined;
  return former === undefined ? spec : { ...spec, params: { ...former, ...spec.params } };
}
