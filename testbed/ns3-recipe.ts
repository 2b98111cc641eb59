/** Converts a stored ns-3 case to arguments of ns3/dumbbell.cc. Converts the output to values of the case. */
import { described, groupsOf, meanOf, round } from "./figures.ts";
import {
  amount,
  NoRecipe,
  readFlags,
  refuseOthers,
  type StoredCase,
  TIME,
  type Words,
} from "./stored-cases.ts";

const SENDERS = ["newreno", "cubic", "dctcp"];
const OF_FLOWS = ["cc", "ecn", "rtt", "beta-ecn", "beta-loss", "count", "start"];
/** Settings that need no argument: ns-3 has them by default, or ns3/dumbbell.cc sets them. */
const FIXED: Readonly<Record<string, string>> = {
  overhead: "54B",
  "fast-convergence": "off",
  hystart: "off",
  "max-burst": "100ms",
  "pie-ecn-drop": "off",
  "red-pmax": "0.1",
  gentle: "on",
};

export function ns3Recipe(one: StoredCase, repeat: number): string[] {
  if (one.source !== "ns-3.44") throw new NoRecipe(`no simulator for ${one.source}`);
  const { settings, flows, changes } = readFlags(one.args);
  if (changes.length > 0) throw new NoRecipe(`no recipe for --set ${changes[0]}`);
  const rtts = new Set(flows.map((flow) => amount(flow, "rtt", TIME)));
  if (rtts.size !== 1) throw new NoRecipe("one round trip for all flows");
  const words: [string, string | number][] = [
    ["groups", flows.map(groupOf).join(";")],
    ["rtt", [...rtts][0]],
    // The name of the case determines this value. The simulator cannot express it: its only lower limit of the timeout is that of
    // Linux.
    ["rtoVarMin", one.id.endsWith("rtoVarMin=1") ? 1 : 200],
    ["run", repeat],
  ];
  const joins = flows.flatMap((flow) => (flow.has("start") ? [amount(flow, "start", TIME) / 1000] : []));
  if (Math.max(0, ...joins) > 0) words.push(["joinS", Math.max(...joins)]);
  const queueBytes = settings.get("limit")?.endsWith("B");
  const read: Readonly<Record<string, () => string | number>> = {
    capacity: () => amount(settings, "capacity", ["Mbps"]),
    duration: () => amount(settings, "duration", TIME) / 1000,
    warmup: () => amount(settings, "warmup", TIME) / 1000,
    aqm: () => settings.get("aqm") ?? "",
    limit: () => `${amount(settings, "limit", ["p", "B"])}${queueBytes ? "B" : "p"}`,
    target: () => amount(settings, "target", TIME),
    interval: () => amount(settings, "interval", TIME),
    update: () => amount(settings, "update", TIME),
    "red-min": () => amount(settings, "red-min", ["B"]),
    "red-max": () => amount(settings, "red-max", ["B"]),
    step: () => amount(settings, "step", ["p"]),
    mss: () => amount(settings, "mss", [""]),
    recovery: () => settings.get("recovery") ?? "",
    "delayed-ack": () => amount(settings, "delayed-ack", [""]),
  };
  const NAMES: Readonly<Record<string, string>> = {
    capacity: "rate",
    duration: "seconds",
    update: "tupdate",
    "red-min": "redMin",
    "red-max": "redMax",
    "delayed-ack": "delack",
  };
  refuseOthers(settings, [...Object.keys(read), ...Object.keys(FIXED)], "flag");
  for (const [key, text] of settings) {
    if (FIXED[key] !== undefined && FIXED[key] !== text) throw new NoRecipe(`no recipe for --${key} ${text}`);
    if (read[key] !== undefined) words.push([NAMES[key] ?? key, read[key]()]);
  }
  return words.map(([key, text]) => `--${key}=${text}`);
}

function groupOf(flow: Words): string {
  refuseOthers(flow, OF_FLOWS, "flow with");
  const cc = flow.get("cc") ?? "";
  if (!SENDERS.includes(cc)) throw new NoRecipe(`ns3/dumbbell.cc has no sender ${cc}`);
  const words = [`n=${flow.get("count") ?? 1}`, `cc=${cc}`, `ecn=${flow.get("ecn") === "on" ? 1 : 0}`];
  if (flow.has("beta-ecn")) words.push(`betaEcn=${amount(flow, "beta-ecn", [""])}`);
  if (flow.has("beta-loss")) words.push(`betaLoss=${amount(flow, "beta-loss", [""])}`);
  if (flow.has("start")) words.push(`start=${amount(flow, "start", TIME) / 1000}`);
  return words.join(",");
}

/** The output of ns3/dumbbell.cc. */
export interface Ns3Run {
  readonly utilisation: number;
  readonly jain: number;
  readonly marks: number;
  readonly drops: number;
  readonly sojournMs: Readonly<Record<"p50" | "p90" | "p95" | "p99" | "mean", number>>;
  readonly flowGoodputBps: readonly number[];
  readonly convergenceFirstS?: number | null;
  readonly convergenceStayS?: number | null;
  readonly jainRunningAtEnd?: number;
}

/** Returns an ns-3 case with newly measured values, in the form of tests/reference. */
export function ns3Case(one: StoredCase, runs: readonly Ns3Run[]): StoredCase {
  const over = (figure: (run: Ns3Run) => number) => meanOf(runs.map(figure));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, x) => total + x, 0);
  const totals = runs.map(({ flowGoodputBps }) => sum(flowGoodputBps));
  const mean = meanOf(totals);
  const groups = groupsOf(readFlags(one.args));
  const late = runs.every(({ jainRunningAtEnd }) => jainRunningAtEnd !== undefined);
  const sojourn = (key: keyof Ns3Run["sojournMs"]) =>
    round(
      over(({ sojournMs }) => sojournMs[key]),
      3,
    );
  return {
    ...described(one, runs.length),
    goodputBps: { mean: round(mean, 1), sd: round(Math.sqrt(meanOf(totals.map((x) => (x - mean) ** 2))), 1) },
    utilisation: round(
      over(({ utilisation }) => utilisation),
      5,
    ),
    sojournMs: {
      p50: sojourn("p50"),
      p90: sojourn("p90"),
      p95: sojourn("p95"),
      p99: sojourn("p99"),
      mean: sojourn("mean"),
    },
    marks: over(({ marks }) => marks),
    drops: over(({ drops }) => drops),
    jain: round(
      over(({ jain }) => jain),
      5,
    ),
    ...(groups.length === 2 &&
      !late && {
        groupGoodputBps: groups.map((flows) =>
          round(
            over(({ flowGoodputBps }) => sum(flows.map((i) => flowGoodputBps[i]))),
            1,
          ),
        ),
      }),
    ...(late && {
      convergenceFirstS: runs.map((run) => run.convergenceFirstS ?? null),
      convergenceStayS: runs.map((run) => run.convergenceStayS ?? null),
      jainRunningAtEnd: round(
        over((run) => run.jainRunningAtEnd ?? 0),
        5,
      ),
    }),
  };
}
