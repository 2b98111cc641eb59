import { describe, expect, it } from "vitest";
import { defaultScenario, presets, type Scenario, scenarioFromUrl } from "../../../../src/engine/index.ts";
import {
  captionText,
  comparedWith,
  runSentences,
  suggestedTitle,
} from "../../../../src/ui/features/notebook/ReportPage.tsx";
import { reportFileName, roomLeft } from "../../../../src/ui/features/notebook/ReportScreen.tsx";
import { dateWords } from "../../../../src/ui/features/notebook/ReportSection.tsx";
import { commandFor } from "../../../../src/ui/shared/version.ts";

const of = (link: string): Scenario => scenarioFromUrl(link).scenario;

describe("a report", () => {
  it("writes the date in words", () => {
    expect(dateWords(new Date(2026, 10, 3, 12))).toBe("3 November 2026");
  });

  it("suggests the task's title, a preset's name, or a general one", () => {
    expect(suggestedTitle(presets[2].scenario, "Choose β")).toBe("Choose β");
    expect(suggestedTitle(presets[2].scenario, null)).toBe(presets[2].label);
    expect(suggestedTitle(of("v=2&beta-ecn=0.83"), null)).toBe("Report");
  });

  it("states what was run, its length, seed and changes, and the comparison", () => {
    expect(runSentences(of("v=2&duration=20s&seed=7"))).toEqual([
      expect.stringMatching(/^NewReno.*CoDel.*\.$/),
      "Simulated for 20 s with seed 7.",
    ]);
    expect(runSentences(of("v=2&set=5s:capacity=5Mbps"))[1]).toMatch(/, with 1 change during the run\.$/);
    expect(runSentences(of("v=2&set=5s:capacity=5Mbps&set=9s:capacity=6Mbps"))[1]).toMatch(/2 changes/);
    const before = defaultScenario();
    expect(comparedWith(before, of("v=2&beta-ecn=0.8"))).toBe(
      "Compared with the pinned run, β_ecn 0.50 (grey in the figures).",
    );
    expect(comparedWith(before, of("v=2&beta-ecn=0.8&rtt=50ms"))).toContain("with other settings");
    expect(comparedWith(before, before)).toContain("with the same settings");
  });

  it("has captions in which symbols keep their case", () => {
    expect(captionText("cwnd", ["Covers 0 s to 9 s."])).toBe("cwnd. Covers 0 s to 9 s.");
    expect(captionText("queue delay", [])).toBe("Queue delay.");
    expect(captionText("p", [])).toBe("p.");
  });

  it("contains the command with the same settings", () => {
    expect(commandFor(of("v=2&beta-ecn=0.8"))).toBe("npm run -s sim -- run --beta-ecn 0.8");
    expect(commandFor(defaultScenario())).toBe("npm run -s sim -- run");
  });

  it("is a file named after the title, in any script", () => {
    expect(reportFileName("Lab 2: “β” / x")).toBe("lab-2-β-x.html");
    expect(reportFileName("实验报告")).toBe("实验报告.html");
    expect(reportFileName(" …/ ")).toBe("report.html");
  });

  it("states the remaining room for notes when it becomes small", () => {
    expect(roomLeft(10, 100)).toBe("");
    expect(roomLeft(95, 100)).toBe(" 5 of 100 letters are left.");
  });
});
