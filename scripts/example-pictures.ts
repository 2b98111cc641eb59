/**
 * `npx tsx scripts/example-pictures.ts`: draws docs/images/NAME.svg for each custom program that docs/own-code.md shows. The
 * picture comes from a run of the program. A test compares the stored pictures with new ones.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { BucketSeries } from "../src/engine/index.ts";
import type { Snapshot } from "../src/engine/library.ts";
import type { Axis, Figure, Series } from "../src/experiments/experiment.ts";
import { middlesS, ratesBps, resample } from "../src/experiments/read-run.ts";
import { addProgram, loadInterpreter, simulate } from "../src/library/library.ts";
import type { ChartColours } from "../src/ui/shared/chart/colours.ts";
import { figureDrawing } from "../src/ui/shared/figures/figure-svg.ts";
import { svgFile } from "../src/ui/shared/figures/svg-text.ts";

const root = resolve(import.meta.dirname, "..");

/** A program in docs/examples, and a run that shows it. In the run's options "@" stands for the program. */
export interface Example {
  readonly name: string;
  readonly title: string;
  readonly flags: string;
  readonly flows: readonly string[];
}

export const EXAMPLES: readonly Example[] = [
  {
    name: "ledbat",
    title: "LEDBAT uses what is left, and gives way to CUBIC",
    flags:
      "--flow cc=@ --flow cc=cubic,start=20s,stop=40s --aqm droptail --limit 200p --ecn off --rtt 50ms --duration 70s",
    flows: ["LEDBAT", "CUBIC, from 20 s to 40 s"],
  },
  {
    name: "copa",
    title: "Two Copa senders share a link with a short queue",
    flags:
      "--flow cc=@ --flow cc=@,start=10s --aqm droptail --limit 200p --ecn off --rtt 50ms --duration 40s",
    flows: ["Copa", "Copa, from 10 s on"],
  },
  {
    name: "l4s-step",
    title: "A step marker in an L queue keeps Prague's delay at 1 ms, also beside CUBIC",
    flags: "--flow cc=prague --flow cc=cubic,start=10s --aqm @ --capacity 40Mbps --rtt 20ms --duration 30s",
    flows: ["Prague, in the L queue", "CUBIC, from 10 s on, in the C queue"],
  },
];

/** Runs an example. */
export function exampleRun({ name, flags }: Example): Snapshot {
  const { id } = addProgram(readFileSync(join(root, "docs/examples", `${name}.js`), "utf8"));
  return simulate(flags.replaceAll("@", id)).snapshot();
}

const WIDTH = 720;
const [HEIGHT, GAP] = [190, 14];
const PARTS = 280;

/** Returns the picture: the rate of each flow, and the delay of the queue or queues. */
export function examplePicture(example: Example, run: Snapshot): string {
  const { name, title, flows, flags } = example;
  const durationS = run.samples.intervalS * (run.samples.length - 1);
  const part = { fromS: 0, toS: durationS, n: PARTS };
  const x = middlesS(part);
  const time: Axis = { label: "time", unit: "s", scale: "linear" };
  const rates = flows.map((label, flow): Series => {
    const bps = ratesBps(run.samples, run.samples.arrivedBytes[flow], part);
    return { label, x, y: bps.map((rate) => (rate === null ? null : rate / 1e6)) };
  });
  const delays = delaySeries(run).map(
    ([label, series]): Series => ({ label, x, y: resample(series, part, "max") }),
  );
  const figures: Figure[] = [
    figureOf("rate", { label: "Throughput", unit: "Mbps", scale: "linear" }, time, rates),
    figureOf("delay", { label: "Queue delay", unit: "ms", scale: "linear" }, time, delays),
  ];
  const colours = lightColours();
  const parts = figures.map((figure) => {
    const { text, height } = figureDrawing(figure, colours, { width: WIDTH, height: HEIGHT });
    return { text, height: height + GAP };
  });
  const caption = [`docs/examples/${name}.js as @: run ${flags}`];
  return svgFile({ title, width: WIDTH, parts, caption }, colours);
}

function figureOf(id: string, y: Axis, x: Axis, series: readonly Series[]): Figure {
  return { id, title: y.label, kind: "lines", x, y, series };
}

/** Returns the delays to draw: the probes of a queue with several queues, otherwise the delay of all packets. */
function delaySeries({ links: [{ queue }] }: Snapshot): (readonly [string, BucketSeries])[] {
  const ofQueues = queue.probes.filter(({ probe }) => probe.unit === "ms");
  if (ofQueues.length > 0)
    return ofQueues.map(({ probe, series }) => [probe.help.replace(/\.$/, ""), series]);
  return [["Longest wait of a packet", queue.sojournMs]];
}

/** Returns the colours of the light page. They come first in the style sheet. */
function lightColours(): ChartColours {
  const [light] = readFileSync(join(root, "src/ui/shared/chart/palette.css"), "utf8").split("}");
  const value = (name: string) => {
    const [, found] = new RegExp(`--${name}:\\s*([^;]+);`).exec(light) ?? [];
    if (found === undefined) throw new Error(`palette.css has no --${name}`);
    return found;
  };
  return {
    ink: value("ink"),
    inkSoft: value("ink-soft"),
    hairline: value("hairline"),
    accent: value("accent"),
    paper: value("paper"),
    mark: value("mark"),
    loss: value("loss"),
    good: value("good"),
    ghost: value("ghost"),
    flows: Array.from({ length: 8 }, (_, flow) => value(`flow-${flow}`)),
    font: "system-ui, sans-serif",
    line: Number(value("chart-line")),
  };
}

export const pictureFile = ({ name }: Example): string => join(root, "docs/images", `${name}.svg`);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await loadInterpreter();
  for (const example of EXAMPLES) {
    writeFileSync(pictureFile(example), examplePicture(example, exampleRun(example)));
    console.log(`Written: docs/images/${example.name}.svg`);
  }
}
