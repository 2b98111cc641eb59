import { describe, expect, it } from "vitest";
import {
  addedWords,
  faultWords,
  ofScene,
  sceneLabel,
  talkLinkWords,
} from "../../../src/ui/present/talk-words.ts";

describe("the words of a talk that is being written", () => {
  it("count and name scenes", () => {
    expect([addedWords(1), addedWords(3)]).toEqual(["The talk has one scene.", "The talk has 3 scenes."]);
    expect([sceneLabel(2), ofScene("Move up", 2)]).toEqual(["Scene 2", "Move up scene 2"]);
    expect(faultWords({ scene: 2, message: "Wrong." })).toBe("Scene 2: Wrong.");
    expect(faultWords({ scene: 0, message: "Wrong." })).toBe("Wrong.");
  });

  it("say whether a link is too long for some programs", () => {
    expect(talkLinkWords(1999)).toMatch(/^1,999 letters: every program/);
    expect(talkLinkWords(2001)).toMatch(/^2,001 letters: some .* more than 2000/);
  });
});
