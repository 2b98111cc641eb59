/** Readers of the command line's files and arguments. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArguments } from "../../../src/cli/command.ts";
import { readLines } from "../../../src/cli/digests.ts";
import { runCommandLine } from "../../../src/cli/dispatch.ts";
import { lineOf, partOf, signed } from "../../../src/cli/experiments/run-file.ts";
import { sweepWork, WHOLE } from "../../../src/cli/experiments/work.ts";
import { run } from "../../../src/cli/run.ts";
import { readScenario } from "../../../src/cli/scenario-options.ts";
import { presets, scenarioToUrl } from "../../../src/engine/index.ts";
import { sweepFromText } from "../../../src/experiments/sweep.ts";
import { csvText } from "../../../src/lib/csv.ts";
import { readMeasurement, wholeReading } from "../../../src/measured/read-measurement.ts";
import { readPathList } from "../../../src/teaching/league/league.ts";
import { accepted, orSentence, type Reader, type Reading, refused } from "../reader.ts";

const silent = { out() {}, note() {}, progress() {} };

/** Provides a file with this text while it is read. */
async function asFile<T>(text: string, read: (file: string, folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "sawtooth-"));
  try {
    const file = join(folder, "file");
    writeFileSync(file, text);
    return await read(file, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const SWEEP = sweepFromText("v=2&x=rtt=10ms:20ms:5ms&duration=2s&metric=utilisation").sweep;
if (SWEEP === null) throw new Error("the sweep of the examples cannot be read");
const WORK = sweepWork(SWEEP);

/** The lines of a shard without their checksums. */
const SHARD = [
  partOf(WORK, WHOLE).head,
  ...WORK.jobs.map((job) =>
    lineOf(job, { digest: "0123456789abcdef", packets: 1000, reading: { utilisation: 0.9, fingerprint: 1 } }),
  ),
]
  .map((line) => JSON.stringify(line))
  .join("\n");

const signedLines = (text: string) => `${text.split("\n").map(signed).join("\n")}\n`;

async function merged(text: string): Promise<Reading> {
  const notes: string[] = [];
  const output = { ...silent, note: (line: string) => notes.push(line) };
  const status = await asFile(text, (file, folder) =>
    runCommandLine(["merge", file, "-o", join(folder, "out.json")], output),
  );
  return status === 0 ? accepted(null) : refused(notes.join("\n"));
}

const samples = resolve(import.meta.dirname, "../../measured/samples");

export const FILE_READERS: readonly Reader[] = [
  {
    name: "measurement",
    files: ["src/measured/json-log.ts"],
    refuses: "throws a sentence",
    examples: [
      readFileSync(join(samples, "ss-ti.log"), "utf8"),
      readFileSync(
        resolve(import.meta.dirname, "../../../public/traces/linux-cubic-codel-20mbps-rtt80.csv"),
        "utf8",
      )
        .split("\n")
        .slice(0, 40)
        .join("\n"),
      "t,flow,cwnd,ssthresh,srtt_us\n0,0,10,-1,100000\n0.1,0,20,10,101000\n",
      "0.5 10.0.0.1:40080 10.0.0.2:5201 28 0x65cef3ca 0x65ce5bea 30 29 1930880 40548 87616\n",
      JSON.stringify({
        start: { connected: [{ socket: 5 }] },
        intervals: [1, 2].map((end) => ({
          streams: [
            {
              socket: 5,
              start: end - 1,
              end,
              seconds: 1,
              bytes: 1e6,
              bits_per_second: 8e6,
              snd_cwnd: 14480,
              rtt: 20000,
            },
          ],
        })),
        end: {},
      }),
      "nsecs=1000 sport=1 dport=2 snd_cwnd=10 srtt=100000\nnsecs=2000 sport=1 dport=2 snd_cwnd=11 srtt=100000\n",
    ],
    read: (text) => orSentence(() => wholeReading(readMeasurement(new TextEncoder().encode(text)))),
  },
  {
    name: "cell of a table that is written",
    files: [],
    refuses: "throws a sentence",
    examples: ["Ana Lima", '=1+1; \t@SUM(A1)\n\n+2, "-3"', "12.50e3"],
    read: (text) => accepted(csvText([text], [[text, 1]])),
  },
  {
    name: "paths of a league",
    files: [],
    refuses: "throws a sentence",
    examples: ["wifi = #v=2&rtt=30ms\n// a comment\n#v=2&capacity=5Mbps\n"],
    read: (text) => orSentence(() => readPathList(text)),
  },
  {
    name: "shard",
    files: ["src/cli/experiments/run-file.ts"],
    refuses: "throws a sentence",
    examples: [signedLines(SHARD)],
    read: merged,
  },
  {
    name: "shard, signed anew",
    files: ["src/cli/experiments/run-file.ts"],
    refuses: "throws a sentence",
    examples: [SHARD],
    read: (text) => merged(signedLines(text)),
  },
  {
    name: "scenario file",
    files: ["src/cli/scenario-options.ts"],
    refuses: "throws a sentence",
    examples: presets.slice(0, 6).map(({ scenario }) => JSON.stringify(scenario)),
    read: (text) =>
      asFile(text, (file) =>
        orSentence(() => readScenario(parseArguments(run, ["--scenario", file]), silent)),
      ),
  },
  {
    name: "command line",
    files: [],
    refuses: "throws a sentence",
    examples: [
      "--beta-ecn 0.8 --rtt 100ms",
      "--aqm pie --recovery classic --json",
      "--flow cc=cubic,beta-ecn=0.85,rtt=80ms --flow cc=newreno,ecn=off,start=30s,count=2",
      "--set 50s:beta-ecn=0.8 --path parking-lot --set-path hops=4",
      "--url #v=2&aqm=pie&beta-ecn=0.8 --capacity 0,5",
    ],
    read: (text) => orSentence(() => readScenario(parseArguments(run, text.split(" ")), silent)),
  },
  {
    name: "list of digests",
    files: [],
    refuses: "throws a sentence",
    examples: [
      presets
        .slice(0, 5)
        .map(({ scenario }) => `0123456789abcdef #${scenarioToUrl(scenario)}`)
        .join("\n"),
    ],
    read: (text) => orSentence(() => readLines("digests.txt", text)),
  },
];
