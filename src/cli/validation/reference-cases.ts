/** Cases that independent implementations have measured, and which of them this program can run. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ACCECN_OPTION_BYTES, applySettings, defaultScenario, type Scenario } from "../../engine/index.ts";
import { projectRoot } from "../project.ts";
import { isSetting } from "../scenario-options.ts";

export interface ReferenceCase {
  readonly id: string;
  /** "Linux 6.1", "ns-3.44". */
  readonly source: string;
  /** Flags of `run`. */
  readonly args: readonly string[];
  /** Runs that the figures are the mean of. */
  readonly seeds: number;
  /** False: too few congestion events for more than the direction. */
  readonly settled: boolean;
  readonly goodputBps: { readonly mean: number; readonly sd: number };
  readonly utilisation: number;
  readonly sojournMs: { readonly p50: number; readonly p90: number };
  readonly groupGoodputBps?: readonly number[];
  /** Of the first of two flows in what both got: mean over the runs, least and most. */
  readonly shareFirst?: { readonly mean: number; readonly min: number; readonly max: number };
  /** Of DualPI2's two queues, by their names. */
  readonly perQueue?: Readonly<Record<string, { readonly sojournMs: Readonly<Record<string, number>> }>>;
  /** What DualPI2 was told to put into its L queue, in words. */
  readonly lQueueTakes?: string;
  /** Of AccECN, in each segment: flow by flow. */
  readonly optionBytes?: readonly number[];
  readonly marks?: number;
  readonly drops?: number;
  /** All flows' together: entries into CWR, Recovery or Loss. */
  readonly reductions?: number;
  /** Figures over time, over the kernel's repeats: mean, least, most; null or without a mean: it never came to that. */
  readonly dynamics?: Readonly<
    Record<
      string,
      { readonly mean?: number | null; readonly min?: number | null; readonly max?: number | null } | null
    >
  >;
  /** Flags of each repeat, where they differ by when flows start. */
  readonly repeatArgs?: readonly (readonly string[])[];
  /** Per flow that joins later: when F(t) was first found at 0.95, in s after the join; null: never. */
  readonly convergenceFirstS?: readonly (number | null)[];
}

export interface RunnableCase {
  readonly reference: ReferenceCase;
  readonly scenario: Scenario;
  /** Of a case whose repeats start at different times; null: they differ by the seed. */
  readonly repeats: readonly Scenario[] | null;
}

interface CoveredCases {
  readonly runnable: readonly RunnableCase[];
  /** Cases that need what this program does not have, by reason. */
  readonly skipped: ReadonlyMap<string, number>;
}

const FILES = [
  "linux.json",
  "linux-breadth.json",
  "linux-long.json",
  "linux-l4s.json",
  "linux-dynamics.json",
  "ns3.json",
];

/** The grid whose single cases are phase: do reductions come in pairs or not. */
const LONG = "long";

export function loadReferences(): ReferenceCase[] {
  const folder = resolve(projectRoot, "tests", "reference");
  return FILES.flatMap(
    (file) => JSON.parse(readFileSync(resolve(folder, file), "utf8")) as ReferenceCase[],
  ).map(
    // The file of figures over time does not say: it has three repeats of each case.
    (one) => ({ ...one, settled: one.settled ?? true }),
  );
}

/** Its grids are named L1 to L8 as well. */
const L4S = "linux-l4s";

/** "linux L1c-cubic-codel-…": L1c; "linux-l4s L8-prague-…": l4s-L8; "ns3 G9-classic …": G9; "linux-long cubic-…": long. */
export function gridOf({ id }: ReferenceCase): string {
  const [set, name] = id.split(" ");
  const grid = name.split("-")[0];
  if (set === L4S) return `l4s-${grid}`;
  return set === "linux-long" ? LONG : grid;
}

/** One run of it is phase: only means over several round trips say something. */
export function isPhase(reference: ReferenceCase): boolean {
  return gridOf(reference) === LONG;
}

export function coveredCases(references: readonly ReferenceCase[]): CoveredCases {
  const runnable: RunnableCase[] = [];
  const skipped = new Map<string, number>();
  for (const reference of references) {
    const read = scenarioOf(reference);
    if (typeof read !== "string") runnable.push({ reference, scenario: read, repeats: repeatsOf(reference) });
    else skipped.set(read, (skipped.get(read) ?? 0) + 1);
  }
  return { runnable, skipped };
}

/** Linux was measured with GSO off, so its BBR paces single segments there. */
const WITHOUT_GSO = ",bbr-quantum=single";
/** Its link is HTB with the burst that tc gives it: one MTU of 1600 B. */
const LINK_OF_LINUX = { key: "bucket", text: "1600B" };
/** ns-3's receiver holds no SACK back. */
const RECEIVER_OF_NS3 = { key: "sack-delay", text: "0" };

/** What the kernel was told beside the flags, of one flow. */
function toldOf({ source, lQueueTakes, optionBytes }: ReferenceCase, flow: string): string {
  if (!source.startsWith("Linux")) return /cc=dctcp/.test(flow) ? ",dctcp-alpha=real" : "";
  if (/cc=bbr/.test(flow)) return WITHOUT_GSO;
  if (!/cc=dctcp/.test(flow)) return "";
  const byFilter = lQueueTakes?.includes("by a filter") === true;
  return (byFilter ? ",dctcp-ect1=on" : "") + (optionBytes === undefined ? "" : ",accecn=on");
}

/** Where all flows have AccECN, the case has its option in these two. Here it is each flow's own. */
const WITH_OPTION: Readonly<Record<string, number>> = {
  mss: ACCECN_OPTION_BYTES,
  overhead: -ACCECN_OPTION_BYTES,
};

function repeatsOf(reference: ReferenceCase): Scenario[] | null {
  const read = reference.repeatArgs?.map((args) => scenarioOf({ ...reference, args })) ?? null;
  return read?.filter((one) => typeof one !== "string") ?? null;
}

/** The scenario, or why there is none. */
function scenarioOf(reference: ReferenceCase): Scenario | string {
  const { args, source, lQueueTakes, optionBytes } = reference;
  const allHaveOption = optionBytes?.every((bytes) => bytes > 0) === true;
  const settings = Array.from({ length: args.length / 2 }, (_, i) => {
    const [key, text] = [args[2 * i].replace(/^--/, ""), args[2 * i + 1]];
    if (key === "flow") return { key, text: text + toldOf(reference, text) };
    if (!allHaveOption || WITH_OPTION[key] === undefined) return { key, text };
    return { key, text: `${Number.parseInt(text, 10) + WITH_OPTION[key]}B` };
  });
  if (lQueueTakes?.startsWith("ECT(0)")) settings.push({ key: "dual-l-ect", text: "any" });
  const unknown = settings.find(({ key }) => !isSetting(key));
  if (unknown !== undefined) return `no --${unknown.key}`;
  settings.push(source.startsWith("Linux") ? LINK_OF_LINUX : RECEIVER_OF_NS3);
  if (opensBefore(reference)) settings.unshift({ key: "handshake", text: "off" });
  const { scenario, problems } = applySettings(defaultScenario(), settings);
  const wrong = problems.find((problem) => problem.harmless !== true);
  return wrong === undefined ? scenario : `no ${wrong.field.replace(/^flow \d+: /, "")} ${wrong.given}`;
}

/**
 * Many flows with ECN that lost no packet in the reference: none of them can have lost its SYN, which is not ECN-capable
 * and would have left the flow without ECN (RFC 3168 §6.1.1.1). Ours are open from the start as well.
 */
function opensBefore({ args, drops }: ReferenceCase): boolean {
  return drops === 0 && args.some((word) => /ecn=on.*count=/.test(word));
}
