import { describe, expect, it } from "vitest";
import {
  clockText,
  comingWords,
  elapsedText,
  plotKey,
  revealCount,
  sceneCount,
  sceneName,
  sceneNews,
} from "../../../src/ui/present/present-words.ts";

describe("the words of a projector", () => {
  it("say where the talk is", () => {
    expect(sceneCount(3, 8)).toBe("3 / 8");
    expect(sceneName(3, "Halved.")).toBe("3. Halved.");
    expect(sceneNews(3, 8, "Halved.")).toBe("Scene 3 of 8: Halved.");
    expect([revealCount(1), revealCount(2)]).toEqual([
      "One more step in this scene",
      "2 more steps in this scene",
    ]);
    expect(plotKey(1, "cwnd")).toBe("1 cwnd");
  });

  it("say what comes next, and what time it is", () => {
    expect(comingWords(["pinned", "theory"], "Then")).toBe("In this scene: pinned, theory");
    expect(comingWords(null, "Then")).toBe("Then");
    expect(comingWords(null, null)).toMatch(/^Nothing/);
    expect([elapsedText(-1), elapsedText(65_400), elapsedText(3_600_000)]).toEqual(["0:00", "1:05", "60:00"]);
    expect(clockText(new Date(2026, 0, 1, 9, 5))).toBe("9:05");
  });
});
