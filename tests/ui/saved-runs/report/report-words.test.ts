import { describe, expect, it } from "vitest";
import { defaultScenario, presets, type Scenario, scenarioFromUrl } from "../../../../src/engine/index.ts";
import {
  bitsWords,
  captionText,
  commandFor,
  comparedWith,
  coveredTime,
  dateWords,
  drawingWords,
  judgedWords,
  keptWords,
  notesHelp,
  reportFileName,
  roomLeft,
  runSentences,
  suggestedTitle,
  triedWords,
  whyApart,
} from "../../../../src/ui/saved-runs/report/report-words.ts";

const of = (link: string): Scenario => scenarioFromUrl(link).scenario;

describe("the head of a report", () => {
  it("has the day as people write it", () => {
    expect(dateWords(new Date(2026, 10, 3, 12))).toBe("3 November 2026");
  });

  it("suggests the task's title, a preset's name, or a general one", () => {
    expect(suggestedTitle(presets[2].scenario, "Choose β")).toBe("Choose β");
    expect(suggestedTitle(presets[2].scenario, null)).toBe(presets[2].label);
    expect(suggestedTitle(of("v=2&beta-ecn=0.83"), null)).toBe("Report");
  });

  it("says what was run, how long, with which seed, with which changes, and beside what", () => {
    expect(runSentences(of("v=2&duration=20s&seed=7"), "NewReno; CoDel")).toEqual([
      "NewReno; CoDel.",
      "Simulated for 20 s with seed 7.",
    ]);
    expect(runSentences(of("v=2&set=5s:capacity=5Mbps"), "x")[1]).toMatch(/, with 1 change in mid-run\.$/);
    expect(runSentences(of("v=2&set=5s:capacity=5Mbps&set=9s:capacity=6Mbps"), "x")[1]).toMatch(/2 changes/);
    const before = defaultScenario();
    expect(comparedWith(before, of("v=2&beta-ecn=0.8"))).toBe(
      "Compared with the pinned run, β_ecn 0.50 (grey in the figures).",
    );
    expect(comparedWith(before, of("v=2&beta-ecn=0.8&rtt=50ms"))).toContain("with other settings");
    expect(comparedWith(before, before)).toContain("with the same settings");
  });
});

describe("numbers and figures", () => {
  it("say what they cover", () => {
    const run = of("v=2&warmup=10s");
    expect(coveredTime(run, 100, false)).toBe("All numbers cover 10 s to 100 s, after 10 s of warm-up.");
    expect(coveredTime(of("v=2&warmup=0s"), 13.25, false)).toBe("All numbers cover 0 s to 13.25 s.");
    expect(coveredTime(run, 3, true)).toBe("The run is warming up: numbers count from 10 s on.");
    expect(whyApart("not compared: another path")).toBe(
      "No differences from the pinned run are told: another path.",
    );
  });

  it("have captions in which symbols keep their letters", () => {
    expect(captionText("cwnd", ["Covers 0 s to 9 s."])).toBe("cwnd. Covers 0 s to 9 s.");
    expect(captionText("queue delay", [])).toBe("Queue delay.");
    expect(captionText("p", [])).toBe("p.");
    expect(drawingWords(false, 0)).toMatch(/being drawn/);
    expect([1, 5].map((count) => drawingWords(true, count))).toEqual([
      "1 figure is drawn.",
      "5 figures are drawn.",
    ]);
  });
});

describe("the way back to the run", () => {
  it("is the command with the same settings, and what the bits follow from", () => {
    expect(commandFor(of("v=2&beta-ecn=0.8"))).toBe("npm run -s sim -- run --beta-ecn 0.8");
    expect(commandFor(defaultScenario())).toBe("npm run -s sim -- run");
    expect(bitsWords("1.2.3", of("v=2&seed=7"), "abc")).toBe("Sawtooth 1.2.3, seed 7, digest abc");
    expect(bitsWords("1.2.3", of("v=2&seed=7"), null)).toBe("Sawtooth 1.2.3, seed 7");
  });

  it("is a file named after the title, in any script", () => {
    expect(reportFileName("Lab 2: “β” / x")).toBe("lab-2-β-x.html");
    expect(reportFileName("实验报告")).toBe("实验报告.html");
    expect(reportFileName(" …/ ")).toBe("report.html");
  });
});

it("says where notes are, how much room is left, and how an answer stands", () => {
  expect(keptWords(true)).toContain("stay on this device");
  expect(keptWords(false)).toContain("keeps nothing");
  expect(roomLeft(10, 100)).toBe("");
  expect(roomLeft(95, 100)).toBe("5 of 100 letters are left.");
  expect(notesHelp("")).toMatch(/tables\.$/);
  expect(judgedWords("94 %", false)).toBe("94 %, not met");
  expect([1, 2].map(triedWords)).toEqual(["Tried once.", "Tried 2 times."]);
});
