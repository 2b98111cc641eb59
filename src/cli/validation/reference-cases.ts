/** Cases measured with independent implementations, and the selection of those that this program can run. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ACCECN_OPTION_BYTES, applySettings, defaultScenario, type Scenario } from "../../engine/index.ts";
import { projectRoot } from "../project.ts";
import { isSetting } from "../scenario-options.ts";

/** A case as measured with the reference. */
export interface ReferenceCase {
  readonly id: string;
  /** Name of the source: "Linux 6.1", "ns-3.44". */
  readonly source: string;
  /** Command-line options of `run`. */
  readonly args: readonly string[];
  /** Number of runs in the means. */
  readonly seeds: number;
  /** False if there are too few congestion events to judge more than the direction. */
  readonly settled: boolean;
  readonly goodputBps: { readonly mean: number; readonly sd: number };
  readonly utilisation: number;
  readonly sojournMs: { readonly p50: number; readonly p90: number };
  readonly groupGoodputBps?: readonly number[];
  /** Share of the first of two flows in their total: mean, minimum and maximum over the runs. */
  readonly shareFirst?: { readonly mean: number; readonly min: number; readonly max: number };
  /** Values of DualPI2's two queues, by their names. */
  readonly perQueue?: Readonly<Record<string, { readonly sojournMs: Readonly<Record<string, number>> }>>;
  /** Description of the packets that DualPI2 was configured to put into its L queue. */
  readonly lQueueTakes?: string;
  /** Bytes of AccECN's option in each segment, flow by flow. */
  readonly optionBytes?: readonly number[];
  readonly marks?: number;
  readonly drops?: number;
  /** Number of entries of all flows into CWR, Recovery or Loss. */
  readonly reductions?: number;
  /**
   * Values over time: mean, minimum and maximum over the kernel's repeats; null, or an entry without a mean, if the
   * event did not occur.
   */
  readonly dynamics?: Readonly<
    Record<
      string,
      { readonly mean?: number | null; readonly min?: number | null; readonly max?: number | null } | null
    >
  >;
  /** Command-line options of each repeat, if the repeats differ by the start times of flows. */
  readonly repeatArgs?: readonly (readonly string[])[];
  /**
   * Time after the join at which F(t) was first found at 0.95, for each flow that joins later (s); null if it never
   * was.
   */
  readonly convergenceFirstS?: readonly (number | null)[];
}

/** A case with its scenario in this program. */
export interface RunnableCase {
  readonly reference: ReferenceCase;
  readonly scenario: Scenario;
  /** Scenarios of repeats that start at different times; null if the repeats differ by the seed. */
  readonly repeats: readonly Scenario[] | null;
}

interface CoveredCases {
  readonly runnable: readonly RunnableCase[];
  /** Numbers of cases that need features which this program does not have, by reason. */
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

/** The grid whose single cases depend on phase, that is, on whether reductions come in pairs. */
const LONG = "long";

/** Returns all cases in tests/reference. */
export function loadReferences(): ReferenceCase[] {
  const folder = resolve(projectRoot, "tests", "reference");
  return FILES.flatMap(
    (file) => JSON.parse(readFileSync(resolve(folder, file), "utf8")) as ReferenceCase[],
  ).map(
    // The file with values over time lacks this field; it has three repeats of each case.
    (one) => ({ ...one, settled: one.settled ?? true }),
  );
}

/** Set of cases whose grids are also named L1 to L8. */
const L4S = "linux-l4s";

/**
 * Returns the grid of a case: "linux L1c-cubic-codel-…" is L1c; "linux-l4s L8-prague-…" is l4s-L8; "ns3 G9-classic …"
 * is G9; "linux-long cubic-…" is long.
 */
export function gridOf({ id }: ReferenceCase): string {
  const [set, name] = id.split(" ");
  const grid = name.split("-")[0];
  if (set === L4S) return `l4s-${grid}`;
  return set === "linux-long" ? LONG : grid;
}

/** Returns true if a single run depends on phase, so that only means over several RTTs are meaningful. */
export function isPhase(reference: ReferenceCase): boolean {
  return gridOf(reference) === LONG;
}

/** Returns the cases that this program can run, and the number of cases that it cannot. */
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

/** Setting for Linux, which was measured with GSO off, so that its BBR paces single segments. */
const WITHOUT_GSO = ",bbr-quantum=single";
/** Setting for Linux's link, which is HTB with tc's default burst: one MTU of 1600 B. */
const LINK_OF_LINUX = { key: "bucket", text: "1600B" };
/** Setting for ns-3, whose receiver does not delay SACKs. */
const RECEIVER_OF_NS3 = { key: "sack-delay", text: "0" };

/** Returns further settings of the kernel for a flow. */
function toldOf({ source, lQueueTakes, optionBytes }: ReferenceCase, flow: string): string {
  if (!source.startsWith("Linux")) return /cc=dctcp/.test(flow) ? ",dctcp-alpha=real" : "";
  if (/cc=bbr/.test(flow)) return WITHOUT_GSO;
  if (!/cc=dctcp/.test(flow)) return "";
  const byFilter = lQueueTakes?.includes("by a filter") === true;
  return (byFilter ? ",dctcp-ect1=on" : "") + (optionBytes === undefined ? "" : ",accecn=on");
}

/**
 * Changes of these parameters by AccECN's option. A case includes the option if all flows have AccECN; in this
 * simulator each flow has its own setting.
 */
const WITH_OPTION: Readonly<Record<string, number>> = {
  mss: ACCECN_OPTION_BYTES,
  overhead: -ACCECN_OPTION_BYTES,
};

function repeatsOf(reference: ReferenceCase): Scenario[] | null {
  const read = reference.repeatArgs?.map((args) => scenarioOf({ ...reference, args })) ?? null;
  return read?.filter((one) => typeof one !== "string") ?? null;
}

/** Returns the scenario, or the reason why there is no scenario. */
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
 * Returns true if connections must be open from the start: this is the case for many flows with ECN that lost no
 * packet in the reference. Therefore no flow can have lost its SYN, which is not ECN-capable; a lost SYN would have
 * left the flow without ECN (RFC 3168 §6.1.1.1).
 */
function opensBefore({ args, drops }: ReferenceCase): boolean {
  return drops === 0 && args.some((word) => /ecn=on.*count=/.test(word));
}
