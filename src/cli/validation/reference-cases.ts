/** Cases that were measured with independent implementations. Selects those that this program can run. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ACCECN_OPTION_BYTES, applySettings, defaultScenario, type Scenario } from "../../engine/index.ts";
import { projectRoot } from "../project.ts";
import { isSetting } from "../scenario-options.ts";

/** A case as measured with the reference. */
export interface ReferenceCase {
  readonly id: string;
  /** Name of the reference: "Linux 6.1", "ns-3.44". */
  readonly source: string;
  /** The scenario as command-line options of `run`. */
  readonly args: readonly string[];
  /** Number of runs whose means are stored. */
  readonly seeds: number;
  /** False if the run has too few reductions; then only the direction of changes is judged. */
  readonly settled: boolean;
  readonly goodputBps: { readonly mean: number; readonly sd: number };
  readonly utilisation: number;
  readonly sojournMs: { readonly p50: number; readonly p90: number };
  readonly groupGoodputBps?: readonly number[];
  /** Share of the first of two flows in their total: mean, minimum and maximum over the runs. */
  readonly shareFirst?: { readonly mean: number; readonly min: number; readonly max: number };
  /** Values of DualPI2's two queues, by their names. */
  readonly perQueue?: Readonly<Record<string, { readonly sojournMs: Readonly<Record<string, number>> }>>;
  /** Describes which packets DualPI2 was configured to put into its L queue. */
  readonly lQueueTakes?: string;
  /** For each flow, the bytes of AccECN's option in each segment. */
  readonly optionBytes?: readonly number[];
  readonly marks?: number;
  readonly drops?: number;
  /** Number of times that flows entered CWR, Recovery or Loss. */
  readonly reductions?: number;
  /**
   * Values over time: mean, minimum and maximum over the kernel's repeats. If the event did not occur, null or an entry without a
   * mean.
   */
  readonly dynamics?: Readonly<
    Record<
      string,
      { readonly mean?: number | null; readonly min?: number | null; readonly max?: number | null } | null
    >
  >;
  /** Command-line options of each repeat. Present if repeats differ in the start times of flows. */
  readonly repeatArgs?: readonly (readonly string[])[];
  /** True if the flows of each repeat start at other random times, and results depend on them. */
  readonly startsDiffer?: true;
  /** For each flow that joins later, the time after its join at which F(t) was 0.95 for the first time (s); null if it never was. */
  readonly convergenceFirstS?: readonly (number | null)[];
}

/** A case with its scenario in this program. */
export interface RunnableCase {
  readonly reference: ReferenceCase;
  readonly scenario: Scenario;
  /** A scenario for each repeat, if repeats start at different times; null if they differ only by the seed. */
  readonly repeats: readonly Scenario[] | null;
}

interface CoveredCases {
  readonly runnable: readonly RunnableCase[];
  /** Number of cases that this program cannot run, by the missing feature. */
  readonly skipped: ReadonlyMap<string, number>;
}

const FILES = [
  "linux.json",
  "linux-breadth.json",
  "linux-long.json",
  "linux-l4s.json",
  "linux-dynamics.json",
  "linux-range.json",
  "linux-bbr.json",
  "ns3.json",
];

/** Grid whose single cases depend on phase, that is, on small differences in timing that make reductions come in pairs or not. */
const LONG = "long";

/** Returns all cases in tests/reference. */
export function loadReferences(): ReferenceCase[] {
  const folder = resolve(projectRoot, "tests", "reference");
  return FILES.flatMap(
    (file) => JSON.parse(readFileSync(resolve(folder, file), "utf8")) as ReferenceCase[],
  ).map(
    // The file with values over time does not have this field. All its cases have three repeats.
    (one) => ({ ...one, settled: one.settled ?? true }),
  );
}

/** A set of cases whose grids have the same names, L1 to L8, as those of another set. */
const L4S = "linux-l4s";

/**
 * Returns the grid of a case from its id: "linux L1c-cubic-codel-…" gives L1c; "linux-l4s L8-prague-…" gives l4s-L8; "ns3
 * G9-classic …" gives G9; "linux-long cubic-…" gives long.
 */
export function gridOf({ id }: ReferenceCase): string {
  const [set, name] = id.split(" ");
  const grid = name.split("-")[0];
  if (set === L4S) return `l4s-${grid}`;
  return set === "linux-long" ? LONG : grid;
}

/** Returns true if a single run depends on phase, that is, on small differences in timing. Only means over several RTTs are then meaningful. */
export function isPhase(reference: ReferenceCase): boolean {
  return gridOf(reference) === LONG;
}

/** Returns the cases that this program can run, and how many it cannot run. */
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

/** Setting for cases of Linux. They were measured without GSO, so BBR paced single segments. */
const WITHOUT_GSO = ",bbr-quantum=single";
/** Setting for cases of Linux, whose link was HTB with tc's default burst: one MTU of 1600 B. */
const LINK_OF_LINUX = { key: "bucket", text: "1600B" };
/** Setting for cases of ns-3, whose receiver does not delay SACKs. */
const RECEIVER_OF_NS3 = { key: "sack-delay", text: "0" };

/** Returns further settings of a flow that follow from how the kernel was set up. */
function kernelSettingsOf({ source, lQueueTakes, optionBytes }: ReferenceCase, flow: string): string {
  if (!source.startsWith("Linux")) return /cc=dctcp/.test(flow) ? ",dctcp-alpha=real" : "";
  if (/cc=bbr/.test(flow)) return WITHOUT_GSO;
  if (!/cc=dctcp/.test(flow)) return "";
  const byFilter = lQueueTakes?.includes("by a filter") === true;
  return (byFilter ? ",dctcp-ect1=on" : "") + (optionBytes === undefined ? "" : ",accecn=on");
}

/**
 * How AccECN's option changes these parameters. A case includes it if all flows have AccECN; in this simulator each flow has its
 * own setting.
 */
const WITH_OPTION: Readonly<Record<string, number>> = {
  mss: ACCECN_OPTION_BYTES,
  overhead: -ACCECN_OPTION_BYTES,
};

function repeatsOf(reference: ReferenceCase): Scenario[] | null {
  const read = reference.repeatArgs?.map((args) => scenarioOf({ ...reference, args })) ?? null;
  return read?.filter((one) => typeof one !== "string") ?? null;
}

/** Returns the scenario of a case; if there is none, the reason. */
function scenarioOf(reference: ReferenceCase): Scenario | string {
  const { args, source, lQueueTakes, optionBytes } = reference;
  const allHaveOption = optionBytes?.every((bytes) => bytes > 0) === true;
  const settings = Array.from({ length: args.length / 2 }, (_, i) => {
    const [key, text] = [args[2 * i].replace(/^--/, ""), args[2 * i + 1]];
    if (key === "flow") return { key, text: text + kernelSettingsOf(reference, text) };
    if (!allHaveOption || WITH_OPTION[key] === undefined) return { key, text };
    return { key, text: `${Number.parseInt(text, 10) + WITH_OPTION[key]}B` };
  });
  if (lQueueTakes?.startsWith("ECT(0)")) settings.push({ key: "dual-l-ect", text: "any" });
  const unknown = settings.find(({ key }) => !isSetting(key));
  if (unknown !== undefined) return `no --${unknown.key}`;
  // A path of several links has no such parameter for all of them.
  if (!args.includes("--path")) settings.push(source.startsWith("Linux") ? LINK_OF_LINUX : RECEIVER_OF_NS3);
  if (opensBefore(reference)) settings.unshift({ key: "handshake", text: "off" });
  const { scenario, problems } = applySettings(defaultScenario(), settings);
  const wrong = problems.find((problem) => problem.harmless !== true);
  return wrong === undefined ? scenario : `no ${wrong.field.replace(/^flow \d+: /, "")} ${wrong.given}`;
}

/**
 * Returns true if connections must be open from the start: this is the case for many flows with ECN that lost fewer
 * packets than there are flows in the reference, so at most SYNs, which are not ECN-capable. There, a flow that loses
 * its SYN still asks for ECN (tcp_ecn_fallback is 0); here it would be left without (RFC 3168 §6.1.1.1).
 */
function opensBefore({ args, drops }: ReferenceCase): boolean {
  if (args.some((word) => word.includes("traffic="))) return false;
  const groups = args.filter((word) => word.includes("ecn=on") && !word.includes("size="));
  const counts = groups.map((word) => Number(/count=(\d+)/.exec(word)?.[1] ?? (groups.length > 2 ? 1 : 0)));
  const flows = counts.reduce((sum, count) => sum + count, 0);
  return flows > 0 && drops !== undefined && drops < flows;
}
