import { expect, test } from "vitest";
import { defaultScenario } from "../../../../src/engine/index.ts";
import { cdfNotes } from "../../../../src/ui/bench/plots/delay-cdf.ts";
import { phaseNotes } from "../../../../src/ui/bench/plots/Phase.tsx";
import type { RunView } from "../../../../src/ui/state/run-view.ts";

const scenario = defaultScenario();

function runOf(flows: number, done = true): RunView {
  const snapshot = {
    done,
    nowS: 20,
    flows: Array(flows).fill({}),
    results: { flows: Array(flows).fill({}) },
  };
  return { scenario, snapshot, label: "", link: 0 } as unknown as RunView;
}

test("a distribution's legend names all packets, the flows and the pinned run", () => {
  const cdf = { ms: new Float32Array(), fraction: new Float32Array() } as never;
  const byFlow = [{ flow: 1, name: "CUBIC", cdf }];
  const notes = cdfNotes({ run: runOf(2, false), pinned: runOf(2), byFlow, scale: "linear" });
  expect(notes.map(({ text, paint }) => [text, paint])).toEqual([
    ["all packets", "ink"],
    ["CUBIC", 1],
    ["pinned, whole run", "ghost"],
  ]);
  const alone = cdfNotes({ run: runOf(1), pinned: null, byFlow: [], scale: "linear" });
  expect(alone).toEqual([{ text: "all packets", paint: 0, dash: [] }]);
});

test("a phase plot's legend says what is older, what the dot is, and what is grey", () => {
  expect(phaseNotes(12.345, false).map(({ text }) => text)).toEqual([
    "rates over time, the older the paler",
    "at 12.35 s",
  ]);
  expect(phaseNotes(1, true).at(-1)).toMatchObject({ text: "pinned", paint: "ghost" });
});
