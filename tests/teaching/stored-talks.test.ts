/** Tests that the built-in talks can be read, and that their statements hold in their scenes' runs. */

import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { scenarioFromUrl } from "../../src/engine/index.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import { judge, readCondition, valueText } from "../../src/teaching/document/conditions.ts";
import { PROGRAM_READER } from "../../src/teaching/document/file-programs.ts";
import { readTalk, writeTalk } from "../../src/teaching/document/talk.ts";
import { PLOT_PIECES } from "../../src/ui/parts/pieces.ts";
import { runnable } from "../engine/custom/custom-runs.ts";
import { isBare, sentencesOf, settingsIn } from "./claims.ts";
import { runsAt, TOLD_CLAIMS, unbacked } from "./told-claims.ts";

const FOLDER = resolve(import.meta.dirname, "../../talks");
const files = readdirSync(FOLDER).map((name) => ({
  name,
  text: readFileSync(resolve(FOLDER, name), "utf8"),
}));

function resultsOf(link: string) {
  const simulation = new Simulation(runnable(scenarioFromUrl(link, PROGRAM_READER).scenario));
  simulation.advance(Number.POSITIVE_INFINITY);
  return simulation.results();
}

/** The document contains a talk, which is tested like the built-in ones. */
const guide = readFileSync(resolve(FOLDER, "../docs/talks.md"), "utf8");
const [, shown] = /```markdown\n(.*?)```/s.exec(guide) ?? [];
files.push({ name: "two-scenes.md", text: shown });

describe.each(files)("$name", ({ name, text }) => {
  const { talk, problems } = readTalk(
    text,
    PLOT_PIECES.map(({ id }) => id),
  );

  it("is read without problems, under the name of its file", () => {
    expect(problems).toEqual([]);
    expect(`${talk?.id}.md`).toBe(name);
    expect(talk?.opening).not.toBe("");
  });

  it("equals its canonical text", () => {
    expect(talk && writeTalk(talk)).toBe(text);
  });

  // The document's example is not used in a class, so it needs no evidence.
  it.skipIf(name === "two-scenes.md")("has evidence for each sentence that a run may contradict", () => {
    const scenes = talk?.scenes ?? [];
    const told = scenes.flatMap(({ sentence, notes, link }, i) =>
      [sentence, ...sentencesOf(notes), ...(i === 0 ? sentencesOf(talk?.opening ?? "") : [])].map((one) => ({
        sentence: one,
        link,
      })),
    );
    const bare = told.filter(({ sentence, link }) => {
      const { scenario, view } = scenarioFromUrl(link, PROGRAM_READER);
      const pinned =
        view.pin === null || view.pin === undefined
          ? []
          : settingsIn(scenarioFromUrl(view.pin, PROGRAM_READER).scenario);
      const isKept = sentence in (TOLD_CLAIMS[talk?.id ?? ""] ?? {});
      return isKept || isBare(sentence, new Set([...settingsIn(scenario), ...pinned]));
    });
    const asked = bare.map(({ sentence, link }) => ({ sentence, runs: runsAt(link) }));
    expect(
      unbacked(
        talk?.id ?? "",
        asked,
        scenes.flatMap(({ holds }) => holds),
      ),
    ).toEqual([]);
  });

  it.each(talk?.scenes ?? [])("states what holds: $sentence", ({ link, holds }) => {
    expect(holds).not.toEqual([]);
    const { scenario } = scenarioFromUrl(link, PROGRAM_READER);
    const results = resultsOf(link);
    for (const words of holds) {
      const condition = readCondition(words, scenario);
      const judged = judge(condition, results);
      expect(judged.met, `${words}: ${valueText(condition, judged)}`).toBe(true);
    }
  });
});
