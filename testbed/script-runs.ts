/**
 * Runs scripts of `export --linux` in the testbed's kernel and compares their records with the runs, with the
 * tolerances of `validate`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { markdownTable, textTable } from "../src/cli/text-tables.ts";
import { SIGNALS, TOLERANCE } from "../src/cli/validation/tolerance.ts";
import { applySettings, defaultScenario, resolvePath, type Scenario } from "../src/engine/index.ts";
import { runScenario } from "../src/engine/simulator.ts";
import { mininetScript } from "../src/measured/linux/mininet.ts";
import { type RecordRow, readLinuxRecord, recordRows, recordTable } from "../src/measured/linux/record.ts";
import { linuxScript, queueWords } from "../src/measured/linux/script.ts";
import { boot, built, folderOf, LIMIT_MS, Mistake, runFolder } from "./guest.ts";

/** A scenario that is exported and run. */
export interface ScriptRun {
  readonly name: string;
  readonly kernel: "6.1" | "7.3";
  /** Settings of the scenario, as options of `export`, such as "aqm=codel". */
  readonly settings: readonly string[];
  readonly sender: "iperf3" | "python3";
  readonly shaper: "htb" | "tbf";
}

/** Period of the samples of ss: a guest takes long to start a program. */
const EVERY_MS = 100;

const WARMUP_S = 5;
const MEASURED_S = 25;
const COMMON = [`duration=${WARMUP_S + MEASURED_S}s`, `warmup=${WARMUP_S}s`];
/** A link works like HTB with a bucket of this size (bytes). */
const BUCKET = 1600;

/** Settings with which RED behaves as in Linux. */
const RED = ["gentle=off", "red-above-max=mark", "red-wait=off", "red-weight=0.0078125"];

/** One run for each queue of Linux that the script uses, with several senders, both programs and both shapers. */
export const SCRIPT_RUNS: readonly ScriptRun[] = [
  {
    name: "pfifo: CUBIC",
    kernel: "6.1",
    settings: ["aqm=droptail", "limit=60p", "flow=cc=cubic,ecn=off,rtt=40ms"],
    sender: "iperf3",
    shaper: "htb",
  },
  {
    name: "bfifo: BBRv1",
    kernel: "6.1",
    settings: ["aqm=droptail", "limit=150kB", "flow=cc=bbr1,ecn=off,rtt=40ms,bbr-quantum=single"],
    sender: "python3",
    shaper: "htb",
  },
  {
    name: "codel: NewReno",
    kernel: "6.1",
    settings: ["aqm=codel", "flow=rtt=40ms"],
    sender: "iperf3",
    shaper: "htb",
  },
  {
    name: "codel ce_threshold: DCTCP",
    kernel: "6.1",
    settings: ["aqm=codel", "target=50ms", "ce-threshold=5ms", "flow=cc=dctcp,rtt=10ms"],
    sender: "iperf3",
    shaper: "htb",
  },
  {
    name: "fq_codel: CUBIC, NewReno",
    kernel: "6.1",
    settings: ["aqm=fq-codel", "capacity=20Mbps", "flow=cc=cubic,rtt=40ms", "flow=cc=newreno,rtt=40ms"],
    sender: "iperf3",
    shaper: "tbf",
  },
  {
    name: "pie: NewReno",
    kernel: "6.1",
    settings: ["aqm=pie", "flow=rtt=40ms"],
    sender: "iperf3",
    shaper: "htb",
  },
  {
    name: "fq_pie: CUBIC",
    kernel: "6.1",
    settings: ["aqm=fq-pie", "flow=cc=cubic,rtt=40ms"],
    sender: "python3",
    shaper: "htb",
  },
  {
    name: "red: NewReno",
    kernel: "6.1",
    settings: ["aqm=red", "red-min=5p", "red-max=15p", ...RED, "flow=rtt=40ms"],
    sender: "iperf3",
    shaper: "htb",
  },
  {
    name: "cake: CUBIC",
    kernel: "6.1",
    settings: ["aqm=cobalt", "flow=cc=cubic,rtt=40ms"],
    sender: "iperf3",
    shaper: "htb",
  },
  {
    name: "dualpi2: DCTCP, CUBIC",
    kernel: "7.3",
    settings: [
      "aqm=dualpi2",
      "capacity=40Mbps",
      "dual-l-ect=any",
      "dual-step-packets=0",
      "flow=cc=dctcp,rtt=20ms",
      "flow=cc=cubic,ecn=off,rtt=20ms",
    ],
    sender: "python3",
    shaper: "htb",
  },
  {
    name: "parking lot of three hops: NewReno",
    kernel: "6.1",
    settings: [
      "path=parking-lot",
      ...[1, 2, 3].map((hop) => `link=id=hop${hop},bucket=${BUCKET}`),
      "flow=cc=newreno,route=long,rtt=10ms",
      ...[1, 2, 3].map((hop) => `flow=cc=newreno,route=hop${hop},rtt=10ms`),
    ],
    sender: "python3",
    shaper: "htb",
  },
  {
    name: "two links to the receivers and one back: NewReno, CUBIC",
    kernel: "6.1",
    settings: [
      "path=custom",
      `link=id=near,from=A,to=B,capacity=20Mbps,delay=5ms,bucket=${BUCKET},aqm=droptail,limit=100p`,
      `link=id=far,from=B,to=C,capacity=10Mbps,delay=5ms,bucket=${BUCKET},aqm=codel`,
      `link=id=home,from=C,to=A,capacity=1Mbps,delay=10ms,bucket=${BUCKET},aqm=droptail,limit=50p`,
      "path-route=id=whole,forward=near+far,back=home",
      "path-route=id=part,forward=far",
      "flow=cc=newreno,route=whole,rtt=20ms",
      "flow=cc=cubic,route=part,rtt=30ms",
    ],
    sender: "python3",
    shaper: "htb",
  },
];

/**
 * FIFOs for the kernel of this machine, which may have no netem: their delay is so short beside the queue's that it can
 * be left out.
 */
export const RUNS_HERE: readonly Omit<ScriptRun, "kernel">[] = [
  {
    name: "pfifo: CUBIC",
    settings: ["aqm=droptail", "limit=100p", "flow=cc=cubic,ecn=off,rtt=1ms"],
    sender: "iperf3",
    shaper: "htb",
  },
  {
    name: "bfifo: NewReno",
    settings: ["aqm=droptail", "limit=100kB", "flow=ecn=off,rtt=1ms"],
    sender: "python3",
    shaper: "tbf",
  },
  {
    name: "two hops with a pfifo each: CUBIC",
    settings: [
      ...["path=parking-lot", "hops=2", "delay=0ms", "aqm=droptail", "limit=60p"],
      ...[1, 2].map((hop) => `link=id=hop${hop},bucket=${BUCKET}`),
      ...["long", "hop1", "hop2"].map((route) => `flow=cc=cubic,ecn=off,route=${route},rtt=1ms`),
    ],
    sender: "python3",
    shaper: "htb",
  },
];

export function scenarioOf({ name, settings }: Pick<ScriptRun, "name" | "settings">): Scenario {
  const hasLinks = settings.some((one) => one.startsWith("link="));
  const split = [...COMMON, ...(hasLinks ? [] : [`bucket=${BUCKET}`]), ...settings].map((one) => {
    const at = one.indexOf("=");
    return { key: one.slice(0, at), text: one.slice(at + 1) };
  });
  const { scenario, problems } = applySettings(defaultScenario(), split);
  if (problems.length > 0) throw new Error(`${name}: ${JSON.stringify(problems)}`);
  return scenario;
}

export interface ScriptReport<T> {
  readonly run: T;
  readonly rows: readonly RecordRow[];
  /** Names of the lines that are outside the tolerances. */
  readonly outside: readonly string[];
  readonly text: string;
}

/** Names of the files that are run, and what writes them. */
const FORMS = { "run.sh": linuxScript, "run.py": mininetScript } as const;

/** Writes the file into the folder, lets `start` run it, and compares its record with the run; null: it has run. */
function reportOf<T extends Omit<ScriptRun, "kernel">>(
  run: T,
  folder: string,
  start: (() => void) | null,
  file: keyof typeof FORMS = "run.sh",
): ScriptReport<T> {
  const scenario = scenarioOf(run);
  const simulation = runScenario(scenario);
  if (start !== null) {
    const made = { program: "Sawtooth's testbed", link: "" };
    const script = FORMS[file](scenario, () => simulation.results(), made);
    writeFileSync(resolve(folder, file), `${script}\n`);
    start();
  }
  const record = resolve(folder, "record");
  const files = readdirSync(record).map((name) => ({
    path: name,
    bytes: new Uint8Array(readFileSync(resolve(record, name))),
  }));
  return reportOn(run, recordRows(readLinuxRecord(files), simulation.snapshot(), WARMUP_S));
}

const optionsOf = ({ sender, shaper }: Omit<ScriptRun, "kernel">) => [
  ...["--sender", sender, "--shaper", shaper],
  ...["--every", String(EVERY_MS)],
];

/** Reads the record of a script that has run in DIR again. */
export function keptReport(run: ScriptRun, dir: string): ScriptReport<ScriptRun> {
  const folder = runFolder(dir, `script-${run.name}`);
  built(resolve(folder, "record"), "scripts without --kept");
  return reportOf(run, folder, null);
}

/** Runs the script, or the file for Mininet, in the guest. Its folder stays in DIR/runs. */
export function scriptReport(
  run: ScriptRun,
  dir: string,
  form: "script" | "mininet" = "script",
): ScriptReport<ScriptRun> {
  const folder = folderOf(dir, `${form}-${run.name}`);
  const start = () => {
    const words = { WORDS: optionsOf(run).join(",") };
    boot({ kernel: run.kernel, dir, init: "script-guest.sh", folder, words });
    const file = resolve(folder, "status");
    const status = existsSync(file) ? readFileSync(file, "utf8").trim() : "none";
    if (status !== "0")
      throw new Mistake(
        `${run.name}: the ${form} ended with status ${status}; ${resolve(folder, "said")} says why`,
      );
  };
  return reportOf(run, folder, start, form === "script" ? "run.sh" : "run.py");
}

/** Runs the script of a FIFO on the kernel of this machine, without its delay. Only goodput and delay are judged. */
export function reportHere(run: (typeof RUNS_HERE)[number], dir: string): ScriptReport<typeof run> {
  const folder = folderOf(dir, `here-${run.name}`);
  const report = reportOf(run, folder, () => {
    const { status, stderr } = runHere(run, folder, ["--no-delay"]);
    if (status !== 0) throw new Mistake(`${run.name}: the script ended with status ${status}\n${stderr}`);
  });
  return reportOn(
    run,
    report.rows.filter(({ id }) => /goodput|delay/.test(id)),
  );
}

/** Returns what the kernel of this machine lacks for a script, in the script's own words; null if nothing. */
export function missingHere(run: ScriptRun, dir: string): string | null {
  const folder = folderOf(dir, `here-${run.name}`);
  const whole = scenarioOf(run);
  const scenario = { ...whole, run: { ...whole.run, duration: 1, warmup: 0 } };
  const made = { program: "Sawtooth's testbed", link: "" };
  const script = linuxScript(scenario, () => runScenario(scenario).results(), made);
  writeFileSync(resolve(folder, "run.sh"), `${script}\n`);
  const { status, stderr } = runHere(run, folder, []);
  if (status === 0) return null;
  const [, missing] = /^Not started:\n(.*)/.exec(stderr) ?? [];
  if (missing === undefined)
    throw new Mistake(`${run.name}: the script ended with status ${status}\n${stderr}`);
  return missing;
}

function runHere(run: Omit<ScriptRun, "kernel">, folder: string, options: readonly string[]) {
  const words = [
    resolve(folder, "run.sh"),
    "--out",
    resolve(folder, "record"),
    ...optionsOf(run),
    ...options,
  ];
  return spawnSync("bash", words, { encoding: "utf8", timeout: LIMIT_MS });
}

/** Judges the lines of a comparison. */
export function reportOn<T extends { readonly name: string }>(
  run: T,
  rows: readonly RecordRow[],
): ScriptReport<T> {
  const lines = recordTable(rows);
  const outside = lines.filter((_, i) => isOutside(rows[i], rows)).map(({ label }) => label);
  const table = textTable([
    [run.name, "Linux", "run", "difference"],
    ...lines.map((line) => [
      line.label,
      line.measured,
      line.run,
      `${line.difference}${outside.includes(line.label) ? "  OUTSIDE" : ""}`,
    ]),
  ]);
  const verdict = outside.length === 0 ? "within the tolerances" : `outside: ${outside.join("; ")}`;
  return { run, rows, outside, text: `${table}\n${verdict}\n` };
}

/** Number of samples of ss between two cuts from which on ss shows nearly all of them. */
const SAMPLES_BETWEEN_CUTS = 4;

/** Returns true if cuts follow each other so fast that samples of ss cannot show them all. */
function isTooFast(cuts: number): boolean {
  return cuts * SAMPLES_BETWEEN_CUTS * EVERY_MS > 1000 * MEASURED_S;
}

function isOutside({ id, measured, run }: RecordRow, rows: readonly RecordRow[]): boolean {
  if (measured === null || run === null) return true;
  if (id === "cuts" && isTooFast(run)) return false;
  const apart = Math.abs(run - measured);
  switch (id) {
    case "goodput":
      // The goodput of one of several flows is judged by its share.
      return rows.filter((row) => row.id === "goodput").length === 1
        ? apart > TOLERANCE.goodputWorst * measured
        : false;
    case "share":
      return apart > 100 * TOLERANCE.shareWorst;
    case "delay-p50":
    case "delay-p90":
      return apart > Math.max(TOLERANCE.delayMs, TOLERANCE.delayShare * measured);
    default:
      return apart > SIGNALS.count + SIGNALS.share * measured;
  }
}

/** Returns the queues of a run as text, after the name of a path with several links. */
function queuesOf(run: ScriptRun): string {
  const scenario = scenarioOf(run);
  const { links } = resolvePath(scenario.path);
  const words = new Set(links.map((link) => `\`${queueWords(scenario, link).words}\``));
  return `${links.length === 1 ? "" : `${run.name.split(": ")[0]}: `}${[...words].join(", ")}`;
}

/** Returns the document with the table of all reports between its marks. */
export function triedSection(page: string, reports: readonly ScriptReport<ScriptRun>[]): string {
  const pair = (rows: readonly RecordRow[], id: RecordRow["id"], digits: number) => {
    const texts = rows
      .filter((row) => row.id === id)
      .map(({ measured, run }) => `${measured?.toFixed(digits) ?? "–"} / ${run?.toFixed(digits) ?? "–"}`);
    return texts.join("; ");
  };
  const lines = reports.map(({ run, rows, outside }) => [
    queuesOf(run),
    `${run.name.split(": ")[1]}, ${run.sender}, ${run.shaper}, ${run.kernel}`,
    pair(rows, "goodput", 2),
    pair(rows, "delay-p50", 1),
    pair(rows, "delay-p90", 1),
    pair(
      rows.filter((row) => !isTooFast(row.run ?? 0)),
      "cuts",
      0,
    ) || "–",
    pair(rows, "marks", 0),
    pair(rows, "drops", 0),
    outside.length === 0 ? "within" : `outside: ${outside.join(", ")}`,
  ]);
  const head =
    "queues | senders, program, shaper, Linux | goodput (Mbps) | p50 of delay (ms) | p90 (ms) | cuts | marks | drops | tolerances of validate";
  const table = markdownTable(head, lines).join("\n");
  return page.replace(/(<!-- tried: begin -->\n)[\s\S]*?(<!-- tried: end -->)/, `$1${table}\n$2`);
}
