import { describe, expect, it } from "vitest";
import { defaultScenario, scenarioFromUrl } from "../../../../src/engine/index.ts";
import { unpackText } from "../../../../src/lib/packed-text.ts";
import { partsToReveal, readTalk } from "../../../../src/teaching/document/talk.ts";
import { initialState } from "../../../../src/ui/core/store.ts";
import {
  apart,
  controlsOf,
  earlier,
  namesIn,
  namesOf,
  recordedScene,
  sceneSummary,
  TALK_DRAFT,
  talkEditorOf,
  together,
  withControl,
  withNames,
  withStep,
} from "../../../../src/ui/features/talks/talk-editor.ts";
import { TALKS } from "../../../../src/ui/features/talks/talks.ts";
import { SHOWABLE } from "../../../../src/ui/parts/guide/guide-documents.ts";
import { madeBench } from "../../core/made-runs.ts";

function made() {
  const bench = madeBench();
  const editor = talkEditorOf(bench);
  const sentences = () => editor.store.get().draft.scenes.map(({ sentence }) => sentence);
  return { bench, editor, sentences };
}

describe("the talk that is being written", () => {
  it("gains scenes from the bench, which can be ordered", () => {
    const { bench, editor, sentences } = made();
    expect(talkEditorOf(bench)).toBe(editor);
    for (const [sentence, beta] of [
      ["one", 0.6],
      ["two", 0.7],
      ["three", 0.8],
    ] as const) {
      bench.setParam({ scope: "flow", flow: 0 }, "beta-ecn", beta);
      editor.add(sentence);
    }
    const [one, two, three] = editor.store.get().draft.scenes;
    expect([one, two, three].map(({ link }) => /beta-ecn=([\d.]+)/.exec(link)?.[1])).toEqual([
      "0.6",
      "0.7",
      "0.8",
    ]);
    editor.move(three.key, -1);
    expect(sentences()).toEqual(["one", "three", "two"]);
    editor.move(one.key, 1);
    editor.move(two.key, 1);
    editor.move(-1, 1);
    expect(sentences()).toEqual(["three", "one", "two"]);
    editor.remove(one.key);
    editor.edit(two.key, { sentence: "last" });
    expect(sentences()).toEqual(["three", "last"]);
    editor.record(two.key);
    expect(editor.store.get().draft.scenes[1]).toMatchObject({ sentence: "last", link: three.link });
    editor.begin();
    expect(sentences()).toEqual([]);
  });

  it("has one link that shows it", () => {
    const { editor } = made();
    expect(editor.link()).toBeNull();
    editor.add("What is to be seen");
    editor.write({ ...editor.store.get().draft, title: "Où va l'ECN ?", lang: "fr" });
    expect(editor.link(2)).toMatch(/^talk=z\.[^&]+&guide-step=2&present=1$/);
    const [, packed] = /^talk=([^&]+)&present=1$/.exec(editor.link() ?? "") ?? [];
    const { talk } = readTalk(unpackText(packed), SHOWABLE);
    expect(talk).toMatchObject({ id: "ou-va-l-ecn", lang: "fr", title: "Où va l'ECN ?" });
    expect(talk?.scenes.map(({ sentence }) => sentence)).toEqual(["What is to be seen"]);
  });

  it("reports the faults of its scenes, and gives no link then", () => {
    const { editor } = made();
    expect(editor.store.get().faults).toEqual([
      { scene: 0, message: 'There is no scene: a scene begins with a line "## " and its sentence.' },
    ]);
    editor.add("one");
    editor.add("two");
    const [, two] = editor.store.get().draft.scenes;
    editor.edit(two.key, { reveal: [["nose"]] });
    expect(editor.store.get().faults).toHaveLength(1);
    expect(editor.store.get().faults[0]).toMatchObject({ scene: 2 });
    expect(editor.link()).toBeNull();
  });

  it("is still there after a reload, also with faults or without scenes", () => {
    const { bench, editor } = made();
    const again = () => {
      editor.takeKept();
      const { title, lang, scenes } = editor.store.get().draft;
      return { title, lang, scenes: scenes.map(({ sentence, notes }) => [sentence, notes]) };
    };
    editor.write({ ...editor.store.get().draft, title: "Where queues grow", lang: "no such" });
    expect(again()).toEqual({ title: "Where queues grow", lang: "no such", scenes: [] });
    editor.add("one");
    editor.add("");
    const [one] = editor.store.get().draft.scenes;
    editor.edit(one.key, { notes: "Say this.", reveal: [["nose"]] });
    expect(editor.store.get().faults.length).toBeGreaterThan(1);
    const { draft } = editor.store.get();
    const before = {
      title: "Where queues grow",
      lang: "no such",
      scenes: [
        ["one", "Say this."],
        ["", ""],
      ],
    };
    expect(again()).toEqual(before);
    expect(editor.store.get().draft.scenes.map(({ key, ...scene }) => scene)).toEqual(
      draft.scenes.map(({ key, ...scene }) => scene),
    );
    expect(bench.device.read(TALK_DRAFT)).toMatch(/^\{/);
    editor.begin();
    expect(bench.device.read(TALK_DRAFT)).toBe("");
  });

  it("can start from a file, a link, or a stored talk", async () => {
    const { editor, sentences } = made();
    await editor.open(TALKS.names[0]);
    const stored = sentences();
    expect(stored.length).toBeGreaterThan(3);
    const { file } = editor.store.get();
    const link = `https://example.org/#${editor.link(3)}`;
    for (const text of [file, link]) {
      editor.begin();
      await editor.open(text);
      expect(sentences()).toEqual(stored);
    }
    await editor.open(link.slice(0, -40));
    expect(editor.store.get().openProblems[0].message).toMatch(/damaged/);
    // The scenes that exist already are kept.
    expect(sentences()).toEqual(stored);
  });
});

const state = initialState(defaultScenario());

describe("a recorded scene", () => {
  it("is what the bench shows: run, pinned run, time, plots, controls", () => {
    const { scenario } = scenarioFromUrl("v=2&beta-ecn=0.8");
    const frame = {
      ...state.frame,
      present: true,
      embed: true,
      plots: ["cwnd", "phase"],
      touch: ["rtt"],
      hide: ["rail"],
    };
    const guide = { kind: "talk", text: "other", step: 2, sets: false } as const;
    const pinned = { scenario: state.scenario, snapshot: null };
    const playback = { ...state.playback, playheadS: 12.3456 };
    expect(recordedScene({ ...state, scenario, pinned, frame, guide, playback })).toEqual({
      link: "v=2&beta-ecn=0.8&pin=v%3D2&at=12.35s&plots=cwnd,phase&touch=rtt",
      theory: false,
      peak: false,
      zoom: null,
    });
  });

  it("omits chosen parts of the page, and has the control that a projector highlights", () => {
    const of = (frame: Partial<typeof state.frame>) =>
      recordedScene({ ...state, frame: { ...state.frame, ...frame } }).link;
    expect(of({ hide: ["path", "rail"], plots: ["delay"], touch: [] })).toBe(
      "v=2&at=20s&plots=delay&hide=path&touch=",
    );
    expect(of({ present: true })).toBe("v=2&at=20s&touch=beta-ecn");
    expect(of({})).toBe("v=2&at=20s");
  });

  it("keeps the view of the plots", () => {
    const view = { ...state.view, theory: true, wholeRange: true, zoom: [10.001, 14.499] as const };
    expect(recordedScene({ ...state, view })).toMatchObject({ theory: true, peak: true, zoom: [10, 14.5] });
    // A scene recorded from a live run starts at the run's beginning.
    expect(recordedScene({ ...state, mode: "live" }).link).toBe("v=2&mode=live");
  });
});

describe("the names in a scene's link", () => {
  it("are read, set, and omitted if there are none", () => {
    const link = "v=2&plots=cwnd,delay&touch=rtt";
    expect([namesIn(link, "plots"), namesIn(link, "touch"), namesIn("v=2", "touch")]).toEqual([
      ["cwnd", "delay"],
      ["rtt"],
      [],
    ]);
    expect(withNames(link, "touch", ["aqm", "rtt"])).toBe("v=2&plots=cwnd,delay&touch=aqm,rtt");
    expect(withNames(link, "plots", [])).toBe("v=2&touch=rtt");
    expect(namesOf(" a, b,, ")).toEqual(["a", "b"]);
  });
});

describe("the tick boxes of a scene", () => {
  const link = "v=2&pin=v%3D2&flow=cc=cubic&flow=cc=newreno&touch=beta-ecn";

  it("offer the controls of the bench by their labels, and keep at most two", () => {
    const labels = new Map(controlsOf(link).map(({ id, label }) => [id, label]));
    expect(labels.get("beta-ecn")).toBe("β_ecn");
    expect(labels.get("aqm")).toBe("Queue");
    expect(labels.get("rtt")).toBe("RTT");
    expect(controlsOf(link).filter(({ id }) => id === "rtt")).toHaveLength(1);
    expect(controlsOf(`${link},no-such`).at(-1)).toEqual({
      id: "no-such",
      label: "no-such",
      isDetail: false,
    });
    const two = withControl(link, "rtt");
    expect(namesIn(two, "touch")).toEqual(["beta-ecn", "rtt"]);
    expect(namesIn(withControl(two, "aqm"), "touch")).toEqual(["rtt", "aqm"]);
    expect(withControl(link, "beta-ecn")).not.toContain("touch");
  });

  it("offer exactly the parts that the file of a talk accepts", () => {
    const parts = partsToReveal({ link, theory: true });
    expect(parts).toEqual(["sentence", "result", "path", "cwnd", "delay", "pinned", "theory", "flow 2"]);
    expect(partsToReveal({ link: "v=2&plots=throughput", theory: false })).toEqual([
      "sentence",
      "result",
      "path",
      "throughput",
    ]);
    const { editor } = made();
    editor.add("one");
    const [{ key }] = editor.store.get().draft.scenes;
    editor.edit(key, { link, theory: true, reveal: parts.map((part) => [part]) });
    expect(editor.store.get().faults).toEqual([]);
  });

  it("order the steps, and join and split them", () => {
    const reveal = withStep(withStep(withStep([], "result"), "cwnd"), "path");
    expect(reveal).toEqual([["result"], ["cwnd"], ["path"]]);
    expect(earlier(reveal, 2)).toEqual([["result"], ["path"], ["cwnd"]]);
    const joined = together(reveal, 1);
    expect(joined).toEqual([["result", "cwnd"], ["path"]]);
    expect(apart(joined, 0)).toEqual(reveal);
    expect(withStep(joined, "path")).toEqual([["result", "cwnd"]]);
    expect(withStep(joined, "cwnd")).toEqual([["result"], ["path"]]);
  });

  it("are summed up in a line", () => {
    expect(sceneSummary({ link, reveal: [["delay"], ["flow 2", "result"]] })).toBe(
      "cwnd, Queue delay. Control: β_ecn. Revealed: Queue delay; Flow 2, Result.",
    );
    expect(sceneSummary({ link: "v=2&plots=throughput", reveal: [] })).toBe("Throughput.");
  });
});
