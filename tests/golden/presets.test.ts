/** What every preset looks like, as text that a person can read in review: windows and queue delay at sixty moments. */
import { describe, expect, test } from "vitest";
import {
  type Preset,
  presets,
  type RunResults,
  runScenario,
  type Snapshot,
  scenarioToUrl,
} from "../../src/engine/index.ts";
import { expectGolden, goldenNames } from "./golden-file.ts";

const MOMENTS = 60;
/** Not a preset: see tests/determinism.test.ts. */
const DIGESTS = "digests";

type Series = Snapshot["links"][number]["queue"]["sojournMs"];

/** The last value at a time; a series ends where nothing changed any more. */
function valueAt({ last, bucketS, length }: Series, timeS: number): number {
  return last[Math.min(length - 1, Math.floor(timeS / bucketS))];
}

function cell(value: number, digits: number, width: number): string {
  return (Number.isNaN(value) ? "-" : value.toFixed(digits)).padStart(width);
}

/** One queue needs no name. */
function queueNames(links: Snapshot["links"]): string {
  if (links.length === 1) return "  queue, ms";
  return `${links.map(({ id }) => id.padStart(11)).join("")}  queues, ms`;
}

function linkTotals({ links }: RunResults): string[] {
  return links.map(({ id, marks, drops }) => {
    const name = links.length === 1 ? "" : `${id}: `;
    const lost = drops.link === 0 ? "" : `, ${drops.link} at random`;
    return `${name}marks: ${marks}, drops: ${drops.aqm} by the queue discipline, ${drops.overflow} by overflow${lost}`;
  });
}

function flowTotals({ flows }: RunResults): string[] {
  return flows.map(({ id, goodputBps, responses }) => {
    const times =
      responses === null
        ? ""
        : `, ${responses.n} responses, half of them within ${responses.p50S.toFixed(3)} s`;
    return `goodput ${id + 1}: ${Math.round(goodputBps / 1000)} kbps${times}`;
  });
}

function curvesOf({ id, label, scenario }: Preset): string {
  const { flows, links, results } = runScenario(scenario).snapshot();
  const durationS = Number(scenario.run.duration);
  const rows: string[] = [];
  for (let i = 1; i <= MOMENTS; i++) {
    const timeS = (durationS * i) / MOMENTS;
    const cwnds = flows.map((flow) => cell(valueAt(flow.cwnd, timeS), 0, 8));
    const delays = links.map(({ queue }) => cell(valueAt(queue.sojournMs, timeS), 1, 11));
    rows.push(`${timeS.toFixed(2).padStart(7)}${cwnds.join("")}${delays.join("")}`);
  }
  const names = flows.map(({ flow }) => `cwnd ${flow + 1}`.padStart(8)).join("");
  return [
    `${id}: ${label}`,
    scenarioToUrl(scenario),
    "",
    `time, s${names}${queueNames(links)}`,
    ...rows,
    "",
    ...linkTotals(results),
    ...flowTotals(results),
    "",
  ].join("\n");
}

describe("presets", () => {
  test.each(presets.map((preset) => [preset.id, preset] as const))("%s runs as it did", (id, preset) => {
    expectGolden(id, curvesOf(preset));
  });

  test("there is no curve of a preset that is gone", () => {
    const ids = [...presets.map(({ id }) => id), DIGESTS];
    expect(goldenNames().filter((name) => !ids.includes(name))).toEqual([]);
  });
});
