/**
 * Tests the curves of every preset as text that can be reviewed: windows and queue delay at sixty times. Also tests its digest:
 * the same scenario gives the same result on every machine, in every JavaScript engine, and in every version.
 */
import { describe, expect, test } from "vitest";
import {
  type Preset,
  presets,
  type RunResults,
  type Snapshot,
  scenarioFromUrl,
  scenarioToUrl,
} from "../../src/engine/index.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import { effort } from "../effort.ts";
import { FEW, snapshotOf, triedPresets } from "../preset-runs.ts";
import { COSTS, DIGESTS, expectGolden, expectGoldenDigest, goldenNames } from "./golden-file.ts";

const MOMENTS = 60;

type Series = Snapshot["flows"][number]["cwnd"];

/** Returns the last value at a time. A series ends where nothing changes any more. */
function valueAt({ last, bucketS, length }: Series, timeS: number): number {
  return last[Math.min(length - 1, Math.floor(timeS / bucketS))];
}

function cell(value: number, digits: number, width: number): string {
  return (Number.isNaN(value) ? "-" : value.toFixed(digits)).padStart(width);
}

/** A single queue needs no name. */
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

function curvesOf({ id, label, scenario }: Preset, { flows, links, results }: Snapshot): string {
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

describe.each(triedPresets.map((preset) => [preset.id, preset] as const))("%s", (id, preset) => {
  test("gives the same curves as before", () => {
    expectGolden(id, curvesOf(preset, snapshotOf(preset)));
  });

  test("gives the stored digest, also through its link and through JSON", () => {
    const { digest } = snapshotOf(preset);
    const { scenario } = scenarioFromUrl(scenarioToUrl(preset.scenario));
    expect(runScenario(JSON.parse(JSON.stringify(scenario))).digest()).toBe(digest);
    expectGoldenDigest(digest, id);
  });
});

test.skipIf(effort === "little")("each preset has a digest, and no two are equal", () => {
  const digests = presets.map((preset) => snapshotOf(preset).digest);
  expect(new Set(digests).size).toBe(presets.length);
  expectGolden(DIGESTS, `${presets.map(({ id }, i) => `${digests[i]}  ${id}`).join("\n")}\n`);
});

test("no curve belongs to a removed preset, and the few are presets", () => {
  const ids = [...presets.map(({ id }) => id), DIGESTS, COSTS];
  expect(ids).toEqual(expect.arrayContaining(FEW));
  expect(goldenNames().filter((name) => !ids.includes(name))).toEqual([]);
});
