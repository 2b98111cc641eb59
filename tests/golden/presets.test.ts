/** What every preset looks like, as text that a person can read in review: windows and queue delay at sixty moments. */
import { describe, expect, test } from "vitest";
import { type Preset, presets, runScenario, type Snapshot, scenarioToUrl } from "../../src/engine/index.ts";
import { expectGolden, goldenNames } from "./golden-file.ts";

const MOMENTS = 60;
/** Not a preset: see tests/determinism.test.ts. */
const DIGESTS = "digests";

type Series = Snapshot["queue"]["sojournMs"];

/** The last value at a time; a series ends where nothing changed any more. */
function valueAt({ last, bucketS, length }: Series, timeS: number): number {
  return last[Math.min(length - 1, Math.floor(timeS / bucketS))];
}

function cell(value: number, digits: number, width: number): string {
  return (Number.isNaN(value) ? "-" : value.toFixed(digits)).padStart(width);
}

function curvesOf({ id, label, scenario }: Preset): string {
  const snapshot = runScenario(scenario).snapshot();
  const { flows, queue, results } = snapshot;
  const durationS = Number(scenario.run.duration);
  const rows: string[] = [];
  for (let i = 1; i <= MOMENTS; i++) {
    const timeS = (durationS * i) / MOMENTS;
    const cwnds = flows.map((flow) => cell(valueAt(flow.cwnd, timeS), 0, 8));
    rows.push(
      `${timeS.toFixed(2).padStart(7)}${cwnds.join("")}${cell(valueAt(queue.sojournMs, timeS), 1, 11)}`,
    );
  }
  const [{ marks, drops }] = results.links;
  const names = flows.map(({ flow }) => `cwnd ${flow + 1}`.padStart(8)).join("");
  const totals = results.flows.map(
    ({ id: flow, goodputBps }) => `goodput ${flow + 1}: ${Math.round(goodputBps / 1000)} kbps`,
  );
  return [
    `${id}: ${label}`,
    scenarioToUrl(scenario),
    "",
    `time, s${names}  queue, ms`,
    ...rows,
    "",
    `marks: ${marks}, drops: ${drops.aqm} by the queue discipline, ${drops.overflow} by overflow`,
    ...totals,
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
