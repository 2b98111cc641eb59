import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokensOf } from "../../../src/teaching/document/document.ts";
import { ALL_SEEN, readTalk, seenAfter, type Talk, writeTalk } from "../../../src/teaching/document/talk.ts";
import { cases } from "../../effort.ts";

const PLOTS = ["cwnd", "delay", "throughput", "distribution"];

const FILE = `---
kind: talk
id: why-abe
lang: en
title: One mark, half the window?
---

For a lecture of ten minutes.

## A mark is no loss: β_ecn says how much to keep.

- state: [open](#v=2&beta-ecn=0.8&pin=v%3D2%26beta-ecn%3D0.5&at=12s&plots=cwnd,distribution&touch=beta-ecn)
- with: theory, peak
- zoom: 10s..14.5s
- reveal: distribution
- reveal: pinned, theory
- holds: utilisation >= 90 %

Ask first. Then *show*.

* one thing
* another

## Two flows.

- state: [open](#v=2&flow=cc=cubic&flow=cc=newreno)
- reveal: flow 2
`;

const talkOf = (file: string): Talk => {
  const { talk, problems } = readTalk(file, PLOTS);
  expect(problems).toEqual([]);
  return talk as Talk;
};
const problemsOf = (file: string) =>
  readTalk(file, PLOTS).problems.map(({ line, message }) => `${line}: ${message}`);

describe("the file of a talk", () => {
  it("has a head, an opening, and a section for each scene", () => {
    const { scenes, ...talk } = talkOf(FILE);
    expect(talk).toEqual({
      id: "why-abe",
      lang: "en",
      title: "One mark, half the window?",
      opening: "For a lecture of ten minutes.",
      programs: [],
    });
    expect(scenes[0]).toEqual({
      sentence: "A mark is no loss: β_ecn says how much to keep.",
      link: "v=2&beta-ecn=0.8&pin=v%3D2%26beta-ecn%3D0.5&at=12s&plots=cwnd,distribution&touch=beta-ecn",
      plots: ["cwnd", "distribution"],
      theory: true,
      peak: true,
      zoom: [10, 14.5],
      reveal: [["distribution"], ["pinned", "theory"]],
      holds: ["utilisation >= 90 %"],
      notes: "Ask first. Then *show*.\n\n* one thing\n* another",
      line: 10,
    });
    expect(scenes[1]).toMatchObject({
      plots: ["cwnd", "delay"],
      theory: false,
      peak: false,
      zoom: null,
      reveal: [["flow 2"]],
      holds: [],
      notes: "",
    });
    expect(tokensOf(scenes[0].notes).map(({ type }) => type)).toEqual(["paragraph", "space", "list"]);
  });

  it("is written canonically, and reads back as the same", () => {
    const talk = talkOf(FILE);
    expect(writeTalk(talk)).toBe(FILE);
    expect(talkOf(FILE.replaceAll("\n", "\r\n")).scenes.map(({ sentence }) => sentence)).toEqual(
      talk.scenes.map(({ sentence }) => sentence),
    );
  });

  it("keeps any text of sentences and notes", () => {
    const line = fc.string({ unit: fc.constantFrom(..."aβ#-_*`~[]()<>!:. &\n\r\t12") });
    fc.assert(
      fc.property(line, line, (sentence, notes) => {
        const scene = { ...talkOf(FILE).scenes[1], sentence: `a${sentence}`, notes: `b${notes}` };
        const { talk, problems } = readTalk(writeTalk({ ...talkOf(FILE), scenes: [scene, scene] }), PLOTS);
        expect(problems).toEqual([]);
        expect(talk?.scenes).toHaveLength(2);
        expect(talk?.scenes[1].link).toBe(scene.link);
        // Writing the talk a second time changes nothing.
        expect(writeTalk(talk as Talk)).toBe(writeTalk(talkOf(writeTalk(talk as Talk))));
      }),
      cases(200),
    );
  });

  it("moves headings of the notes one level down, and changes the bullets of their lists", () => {
    const scene = { ...talkOf(FILE).scenes[1], notes: "- one\n- two\n\n## No scene\n\nNeither\n---\n" };
    const [read, ...others] = talkOf(writeTalk({ ...talkOf(FILE), scenes: [scene] })).scenes;
    expect(others).toEqual([]);
    expect(read.notes).toBe("* one\n* two\n\n### No scene\n\n### Neither");
  });

  it("reports errors with their lines", () => {
    const wrong = (from: string, to: string) => {
      expect(FILE).toContain(from);
      return problemsOf(FILE.replace(from, to));
    };
    expect(wrong("kind: talk", "kind: lesson")).toEqual(['2: kind: must be talk, got "lesson"']);
    expect(wrong("lang: en", "lang: English please")).toEqual([
      '4: lang: must be the code of a language, like en, pt-BR or zh-Hans; got "English please"',
    ]);
    expect(wrong("id: why-abe", "id: why abe")[0]).toMatch(/^3: id: must be letters/);
    expect(wrong("title: One mark, half the window?", "title:")[0]).toMatch(/^5: title: is empty/);
    expect(wrong("id: why-abe\n", "")).toEqual(['0: The head has no line "id: …".']);
    expect(wrong("with: theory, peak", "with: theories")).toEqual([
      '13: with: there is no "theories" here. Allowed: theory, peak',
      '16: reveal: there is no "theory" here. Allowed: sentence, result, path, cwnd, distribution, pinned',
    ]);
    expect(wrong("zoom: 10s..14.5s", "zoom: 14s..10s")[0]).toMatch(/^14: zoom: must be a time range/);
    expect(wrong("reveal: distribution", "reveal: pinned")).toEqual(['10: "pinned" is revealed twice.']);
    expect(wrong("holds: utilisation >= 90 %", "holds: utilisation")[0]).toMatch(
      /^17: holds: a condition is/,
    );
    expect(wrong("- with: theory", "- wiht: theory")[0]).toMatch(
      /^13: A line of a scene's list must be "key: value"/,
    );
    expect(wrong("- zoom:", "- with: peak\n- zoom:")).toEqual([
      '14: "with" occurs twice; only one is allowed.',
    ]);
    expect(wrong("flow 2\n", "flow 3\n")[0]).toMatch(/^27: reveal: there is no "flow 3"/);
    expect(wrong("- state: [open](#v=2&flow=cc=cubic&flow=cc=newreno)\n", "")).toEqual([
      '24: The scene has no line "- state: [open](#v=2&…)".',
    ]);
    expect(
      wrong("- state: [open](#v=2&flow=cc=cubic&flow=cc=newreno)\n- reveal: flow 2\n", "Words.\n")[0],
    ).toMatch(/^24: Below its sentence a scene has a list/);
    expect(problemsOf(FILE.split("\n## ")[0])).toEqual([
      '0: There is no scene: a scene begins with a line "## " and its sentence.',
    ]);
    expect(problemsOf("no head")).toEqual(['1: The file begins with a line "---" and its head.']);
  });

  it("refuses a link that would show something else than it says", () => {
    const state = (link: string) => problemsOf(FILE.replace("#v=2&flow=cc=cubic&flow=cc=newreno", link));
    expect(state("#point=cwnd")[0]).toMatch(
      /^26: state: must be a link to a state of the simulator, not to a part/,
    );
    // A URL without a version means the current one, as in all these files.
    expect(talkOf(FILE.replace("#v=2&flow", "#flow")).scenes[1].link).toBe(
      "v=2&flow=cc=cubic&flow=cc=newreno",
    );
    expect(state("#v=2&flow=cc=cubic&flow=cc=newreno&beta-ecn=7")[0]).toMatch(
      /^26: state: β_ecn must be 0.3 to 0.99, got 7/,
    );
    expect(state("#v=2&flow=cc=cubic&flow=cc=newreno&pin=v%3D2%26rtt%3Dx")[0]).toMatch(/^26: state: .*x/);
    expect(state("#v=2&flow=cc=cubic&flow=cc=newreno&talk=other")[0]).toMatch(
      /^26: state: the link of a scene must not contain "talk"/,
    );
    expect(state("#v=2&flow=cc=cubic&flow=cc=newreno&plots=cwnd,nose")[0]).toMatch(
      /^26: state: there is no "nose" here/,
    );
    expect(state("#v=2&flow=cc=cubic&flow=cc=newreno&plots=cwnd,delay,throughput")[0]).toMatch(
      /can show at most 2 plots, got 3/,
    );
    expect(state("#v=2&flow=cc=cubic&flow=cc=newreno&touch=beta-enc")[0]).toBe(
      '26: state: touch: there is no control "beta-enc"; beta-ecn?',
    );
    expect(state("nowhere")[0]).toMatch(/^26: state: is a link of the bench/);
  });
});

const SCENE = { reveal: [["delay", "flow 2"], ["pinned"], ["flow 3", "sentence"], ["theory", "result"]] };

describe("the visible parts of a scene", () => {
  it("are all except those that are revealed later", () => {
    const { isPlotSeen, ...first } = seenAfter(SCENE, 0);
    expect(first).toEqual({ sentence: false, result: false, pinned: false, theory: false, flowsBefore: 1 });
    expect(["cwnd", "delay"].map(isPlotSeen)).toEqual([true, false]);
  });

  it("grow with each press", () => {
    expect(seenAfter(SCENE, 1)).toMatchObject({ pinned: false, flowsBefore: 2 });
    expect(seenAfter(SCENE, 1).isPlotSeen("delay")).toBe(true);
    expect(seenAfter(SCENE, 2)).toMatchObject({ pinned: true, sentence: false, theory: false });
    expect(seenAfter(SCENE, 3)).toMatchObject({ sentence: true, flowsBefore: null, result: false });
    expect(seenAfter(SCENE, 4)).toMatchObject({ theory: true, result: true });
    expect(seenAfter(SCENE, 9).flowsBefore).toBeNull();
  });

  it("are all if nothing is revealed later", () => {
    const { isPlotSeen, ...all } = seenAfter({ reveal: [] }, 0);
    expect({ ...all, isPlotSeen: ALL_SEEN.isPlotSeen }).toEqual(ALL_SEEN);
    expect([isPlotSeen("cwnd"), ALL_SEEN.isPlotSeen("cwnd")]).toEqual([true, true]);
  });
});
