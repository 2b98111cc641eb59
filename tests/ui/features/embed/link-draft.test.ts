import { describe, expect, test } from "vitest";
import { defaultScenario, scenarioFromUrl } from "../../../../src/engine/index.ts";
import { WHOLE_PAGE } from "../../../../src/ui/core/page-options.ts";
import { touchNames } from "../../../../src/ui/core/read-fragment.ts";
import {
  frameOf,
  iframeCode,
  lengthWords,
  originOf,
  plotDraft,
  START_DRAFT,
  touchGroups,
  withTick,
} from "../../../../src/ui/features/embed/link-draft.ts";

describe("the draft of a link", () => {
  test("is a frame in another page by default", () => {
    expect(frameOf(START_DRAFT)).toEqual({ ...WHOLE_PAGE, embed: true });
    expect(frameOf({ ...START_DRAFT, shownAs: "bench" })).toEqual(WHOLE_PAGE);
  });

  test("of one plot hides everything else; a plot of the side panel keeps its column, a control keeps the rail", () => {
    const { hide, touch, embed } = frameOf({ ...START_DRAFT, ...plotDraft("cwnd", null) });
    expect([embed, touch]).toEqual([true, []]);
    expect(hide).toEqual(expect.arrayContaining(["head", "rail", "path", "delay", "side", "transport"]));
    expect(hide).not.toContain("cwnd");
    expect(frameOf({ ...START_DRAFT, ...plotDraft("distribution", null) }).hide).not.toContain("side");
    const withOne = frameOf({ ...START_DRAFT, ...plotDraft("delay", "target") });
    expect(withOne.touch).toEqual(["target"]);
    expect(withOne.hide).not.toContain("rail");
    expect(withOne.hide).toContain("cwnd");
  });

  test("allows all, some or no changes", () => {
    const named = ["rtt"];
    expect(frameOf({ ...START_DRAFT, named }).touch).toBeNull();
    expect(frameOf({ ...START_DRAFT, named, touch: "some" }).touch).toEqual(["rtt"]);
    expect(frameOf({ ...START_DRAFT, named, touch: "none" }).touch).toEqual([]);
  });

  test("hides nothing on a projector, and names a host only in a frame", () => {
    const draft = { ...START_DRAFT, hide: ["path"], host: "https://course.example/week-3?a#b" };
    expect(frameOf(draft)).toMatchObject({ hide: ["path"], host: ["https://course.example"] });
    expect(frameOf({ ...draft, shownAs: "present" })).toMatchObject({ present: true, hide: [], host: [] });
    expect(frameOf({ ...draft, shownAs: "bench" }).host).toEqual([]);
  });

  test("takes the origin of an address, and of nothing else", () => {
    expect(originOf(" http://localhost:8000/x ")).toBe("http://localhost:8000");
    for (const text of ["", "course.example", "javascript:alert(1)", "https://", "file:///a"])
      expect(originOf(text)).toBeNull();
  });

  test("adds and removes names", () => {
    expect(withTick(["a"], "b", true)).toEqual(["a", "b"]);
    expect(withTick(["a", "b"], "b", true)).toEqual(["a", "b"]);
    expect(withTick(["a", "b"], "a", false)).toEqual(["b"]);
  });
});

describe("the results of a draft", () => {
  test("include a frame whose address cannot break out of its quotes", () => {
    const code = iframeCode('https://a.example/#v=2&embed=1"><b>', { width: 640, height: 480 });
    expect(code).toContain('src="https://a.example/#v=2&amp;embed=1&quot;&gt;&lt;b&gt;"');
    expect(code).toMatch(/ title="Sawtooth" width="640" height="480" /);
  });

  test("include its length, with advice", () => {
    expect(lengthWords("x".repeat(80))).toBe("80 characters.");
    expect(lengthWords("x".repeat(900))).toMatch(/^900 characters\. Its QR code works/);
    expect(lengthWords("x".repeat(2001))).toMatch(/cut off/);
  });
});

test.each(["v=2", "v=2&path=parking-lot&aqm=fq-codel&flows=3", "v=2&traffic=http"])(
  "%s can be allowed one by one, each once, by names that a link accepts",
  (link) => {
    const { scenario } = scenarioFromUrl(link);
    const all = touchGroups(scenario).flatMap(({ list }) => list.map(({ id }) => id));
    expect(new Set(all).size).toBe(all.length);
    const names = touchNames(scenario);
    expect(all.filter((id) => !names.includes(id))).toEqual([]);
    expect(all).toEqual(expect.arrayContaining(["aqm", "cc", "path", "traffic", "flows", "presets", "seed"]));
  },
);

test("the main setting comes first, with its symbol", () => {
  const [{ list }] = touchGroups(defaultScenario());
  expect(list[0]).toEqual({ id: "beta-ecn", label: "β_ecn, Backoff on a mark", detail: false });
});
