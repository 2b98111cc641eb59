import { describe, expect, it, test } from "vitest";
import { defaultScenario, getParam, KERNEL_TRACES, presets, setTopology } from "../../../src/engine/index.ts";
import { PAGE } from "../../../src/ui/app/features.ts";
import { Bench } from "../../../src/ui/core/bench.ts";
import { WHOLE_PAGE } from "../../../src/ui/core/page-options.ts";
import { fragmentToState, noticesOf } from "../../../src/ui/core/read-fragment.ts";
import { stateToFragment } from "../../../src/ui/core/url-sync.ts";
import { KNOWN_NAMES } from "../../../src/ui/parts/pieces.ts";
import { MadeAddress, MadeClock, MadeSimulator, madeSnapshot, withBeta } from "./made-runs.ts";

function startedBench(hash = "") {
  const address = new MadeAddress();
  address.location.hash = hash;
  const bench = new Bench(new MadeSimulator(), address, new MadeClock(), () => "", KNOWN_NAMES, PAGE);
  bench.start(false);
  return { bench, address };
}

test("a change is written at once on request", () => {
  const { bench, address } = startedBench();
  bench.edits.edit(withBeta(0.8));
  expect(address.writes).toEqual([]);
  bench.url.writeNow();
  expect(address.writes).toEqual([expect.stringContaining("beta-ecn=0.8")]);
});

describe("the fragment", () => {
  it("contains the scenario, the pinned run, the mode and the values of features, and restores them", () => {
    const state = {
      scenario: withBeta(0.8),
      pinned: { scenario: withBeta(0.6), snapshot: null },
      mode: "live",
      watch: null,
      added: [`trace=${KERNEL_TRACES[1]}`],
    } as const;
    const { opening, problems } = fragmentToState(`#${stateToFragment(state)}`, KNOWN_NAMES, PAGE);
    expect(problems).toEqual([]);
    expect(opening.scenario).toEqual(state.scenario);
    expect(opening.pinned).toEqual(state.pinned.scenario);
    expect(opening.mode).toBe("live");
    expect([...opening.values.values()]).toEqual([KERNEL_TRACES[1]]);
  });

  it("contains the guide and the visible parts of the page, and restores them", () => {
    const guide = { kind: "lesson", text: "bufferbloat", step: 3, sets: false } as const;
    const frame = {
      embed: true,
      present: true,
      plots: ["cwnd", "delay"],
      more: ["srtt"],
      hide: ["rail", "path"],
      touch: ["beta-ecn"],
      host: ["https://course.example", "http://localhost:8000"],
      theme: "dark",
    } as const;
    const state = { scenario: withBeta(0.8), pinned: null, mode: "whole", watch: null } as const;
    const fragment = stateToFragment({ ...state, guide, frame });
    expect(fragment).toMatch(
      /&lesson=bufferbloat&guide-step=3&embed=1&present=1&plots=cwnd,delay&more=srtt&hide=rail,path&touch=beta-ecn&host=https:\/\/course.example,http:\/\/localhost:8000&theme=dark$/,
    );
    const read = fragmentToState(fragment, KNOWN_NAMES, PAGE);
    expect(read.problems).toEqual([]);
    expect([read.guide, read.frame]).toEqual([guide, frame]);
    // A guide without a run sets the bench itself, so the fragment has no scenario.
    expect(fragmentToState("talk=why-abe&guide-step=2", KNOWN_NAMES, PAGE).guide).toMatchObject({
      step: 2,
      sets: true,
    });
    const nothing = fragmentToState("v=2&touch=", KNOWN_NAMES, PAGE);
    expect([nothing.guide, nothing.frame.touch]).toEqual([null, []]);
  });

  it("reports invalid ones", () => {
    const { guide, frame, problems } = fragmentToState(
      "v=2&lesson=a&talk=b&guide-step=0&embed=yes&hide=rail,<b>,raill&touch=beta-ecm,beta-ecn&host=https://a.example/b,javascript:1&theme=pink",
      KNOWN_NAMES,
      PAGE,
    );
    expect(guide).toEqual({ kind: "lesson", text: "a", step: 1, sets: false });
    expect(frame).toEqual({ ...WHOLE_PAGE, hide: ["rail"], touch: ["beta-ecn"] });
    const fields = ["talk", "guide-step", "embed", "hide", "hide", "touch", "host", "theme"];
    expect(problems.map(({ field }) => field)).toEqual(fields);
    const messages = problems.map(({ message }) => message);
    expect(messages[4]).toBe('hide names "raill", which this page does not have; rail? It was ignored.');
    expect(messages[5]).toBe(
      'touch names "beta-ecm", which this page does not have; beta-ecn? It was ignored.',
    );
  });

  it("is kept in the page's state, and written again", () => {
    const { bench } = startedBench("#v=2&task=z.abc&guide-step=2&hide=rail");
    expect(bench.store.get().guide).toEqual({ kind: "task", text: "z.abc", step: 2, sets: false });
    expect(bench.url.link()).toContain("task=z.abc&guide-step=2&hide=rail");
    bench.openFragment("");
    expect(bench.store.get()).toMatchObject({ guide: null, frame: { hide: [] } });
  });

  it("is empty for the default run with nothing pinned", () => {
    const { opening, problems } = fragmentToState("", KNOWN_NAMES, PAGE);
    expect(problems).toEqual([]);
    expect(opening).toEqual({
      scenario: defaultScenario(),
      pinned: null,
      mode: "whole",
      watch: null,
      playheadS: null,
      values: new Map(),
    });
  });

  it("contains the playhead only on request", () => {
    const state = { scenario: withBeta(0.8), pinned: null, mode: "whole", watch: null } as const;
    expect(stateToFragment(state)).not.toContain("at=");
    const fragment = stateToFragment(state, 12.3999);
    expect(fragment).toMatch(/&at=12\.4s$/);
    expect(fragmentToState(fragment, KNOWN_NAMES, PAGE).opening.playheadS).toBe(12.4);
    expect(fragmentToState("v=2&at=500ms", KNOWN_NAMES, PAGE).opening.playheadS).toBe(0.5);
    expect(stateToFragment({ ...state, mode: "live" }, 12.4)).not.toContain("at=");
  });

  it("reports a playhead that is out of range", () => {
    const read = (fragment: string) => fragmentToState(fragment, KNOWN_NAMES, PAGE);
    const late = read("v=2&duration=60s&at=90s");
    expect(late.opening.playheadS).toBe(60);
    expect(late.problems.map(({ message }) => message)).toEqual([
      'at is "90s"; allowed: 0 to 60 s. Used: 60 s.',
    ]);
    expect(read("v=2&at=noon").opening.playheadS).toBeNull();
    expect(read("v=2&at=noon").problems.map(({ used }) => used)).toEqual(["none"]);
    const live = read("v=2&mode=live&at=9s");
    expect(live.opening.playheadS).toBeNull();
    expect(live.problems.map(({ harmless }) => harmless)).toEqual([true]);
  });

  it("contains the watched link if it is not the first", () => {
    const scenario = setTopology(defaultScenario(), "parking-lot");
    const fragmentOf = (watch: string | null, of = scenario) =>
      stateToFragment({ scenario: of, pinned: null, mode: "whole", watch });
    expect(fragmentOf("hop2")).toMatch(/&watch=hop2$/);
    expect(fragmentToState(fragmentOf("hop2"), KNOWN_NAMES, PAGE).opening.watch).toBe("hop2");
    for (const watch of [null, "hop1", "gone"]) expect(fragmentOf(watch)).not.toContain("watch");
    expect(fragmentOf("hop2", defaultScenario())).not.toContain("watch");
    const { opening, problems } = fragmentToState("v=2&path=parking-lot&watch=hop9", KNOWN_NAMES, PAGE);
    expect(opening.watch).toBeNull();
    expect(problems.map(({ field }) => field)).toEqual(["watch"]);
  });

  it("survives every preset", () => {
    for (const { scenario } of presets) {
      const fragment = stateToFragment({ scenario, pinned: null, mode: "whole", watch: null });
      expect(fragmentToState(fragment, KNOWN_NAMES, PAGE).opening.scenario).toEqual(scenario);
      expect(fragment.length).toBeLessThan(2000);
    }
  });

  it("reports everything that is wrong in it, including the page's own keys", () => {
    const { opening, problems } = fragmentToState(
      "v=9&beta-ecn=7&aqm=nope&rtt=abc&mode=dead&trace=mars&pin=beta-ecn%3D5",
      KNOWN_NAMES,
      PAGE,
    );
    const fields = problems.map((problem) => problem.field).join(" | ");
    for (const name of ["beta-ecn", "aqm", "rtt", "mode", "trace", "pin"]) expect(fields).toContain(name);
    expect(opening.mode).toBe("whole");
    expect(opening.values.size).toBe(0);
    const again = fragmentToState(stateToFragment({ ...opening, pinned: null }), KNOWN_NAMES, PAGE);
    expect(again.problems).toEqual([]);
  });
});

describe("the address bar", () => {
  it("is not changed by opening the page", () => {
    const { address } = startedBench();
    address.settle();
    expect(address.writes).toEqual([]);
  });

  it("is written at the end of a drag, with the pinned run", () => {
    const { bench, address } = startedBench();
    bench.edits.preview(withBeta(0.7));
    bench.edits.preview(withBeta(0.8));
    address.settle();
    expect(address.writes).toEqual([]);
    bench.edits.commit();
    address.settle();
    expect(address.writes).toHaveLength(1);
    expect(address.writes[0]).toMatch(/^replace #v=2.*beta-ecn=0\.8.*&pin=v%3D2$/);
  });

  it("is written once for many quick changes", () => {
    const { bench, address } = startedBench();
    for (const beta of [0.6, 0.7, 0.8, 0.9]) bench.edits.edit(withBeta(beta));
    address.settle();
    expect(address.writes).toHaveLength(1);
    expect(address.writes[0]).toContain("beta-ecn=0.9");
  });

  it("with a moment shows that moment, paused; a preset starts at the usual playhead", () => {
    const address = new MadeAddress();
    address.location.hash = "#v=2&at=12.4s";
    const bench = new Bench(new MadeSimulator(), address, new MadeClock(), undefined, undefined, PAGE);
    bench.start(true);
    expect(bench.store.get().playback).toMatchObject({ playheadS: 12.4, playing: false });
    expect(bench.url.link(3)).toMatch(/&at=3s$/);
    bench.player.play();
    bench.openPreset(presets[presets.length - 1]);
    const { playback, scenario } = bench.store.get();
    expect(playback).toMatchObject({ playheadS: Number(scenario.run.duration) * 0.2, playing: true });
    expect(bench.url.link()).not.toContain("at=");
  });

  it("gets a new entry for a preset", () => {
    const { bench, address } = startedBench();
    bench.openPreset(presets[presets.length - 1]);
    expect(address.writes.at(-1)).toMatch(/^push #v=2/);
  });

  it("is followed when it changes", () => {
    const { bench, address } = startedBench();
    address.go("#v=2&beta-ecn=0.9");
    expect(getParam(bench.store.get().scenario, { scope: "flow", flow: 0 }, "beta-ecn")).toBe(0.9);
  });

  it("with an error shows a notice that lists each change and the corrected link", () => {
    const { bench } = startedBench("#v=2&beta-ecn=7&aqm=nope");
    const [notice] = bench.store.get().notices;
    expect(notice.lines).toHaveLength(2);
    expect(notice.lines.join(" ")).toContain("7");
    expect(notice.link).toMatch(/^https:\/\/example\.org\/sawtooth\/#v=2/);
    const corrected = fragmentToState(notice.link!.split("#")[1], KNOWN_NAMES, PAGE);
    expect(corrected.problems).toEqual([]);
    bench.dismissNotice(notice.id);
    expect(bench.store.get().notices).toEqual([]);
  });

  it("with a setting that has no effect says so, and reports no error", () => {
    const { bench } = startedBench("#v=2&aqm=droptail&pie-alpha=0.2");
    const [notice] = bench.store.get().notices;
    expect(notice.title).toBe("One setting in this link has no effect on this run.");
    expect(notice.lines).toEqual([]);
    expect(notice.also).toHaveLength(1);
    bench.openFragment("v=2&aqm=droptail&pie-alpha=0.2&beta-ecn=7");
    const [both] = bench.store.get().notices;
    expect(both.title).toMatch(/^One thing in this link was not allowed/);
    expect([both.lines.length, both.also?.length]).toEqual([1, 1]);
  });
});

describe("the version that computed the run", () => {
  const MADE = "0.6.0.1a2b3c4d";

  it("stays in the address until a setting is changed, and returns with undo", () => {
    const { bench } = startedBench(`#v=2&beta-ecn=0.8&made=${MADE}`);
    expect(bench.url.link()).toMatch(new RegExp(`#v=2&beta-ecn=0\\.8&made=${MADE}$`));
    bench.setParam({ scope: "flow", flow: 0 }, "beta-ecn", 0.9);
    expect(bench.url.link()).not.toContain("made=");
    bench.edits.undo();
    expect(bench.url.link()).toContain(`&made=${MADE}`);
    bench.setMode("live");
    expect(bench.url.link()).not.toContain("made=");
  });

  it("is this one in a shared link, once the run is complete", () => {
    const { bench } = startedBench("#v=2&beta-ecn=0.8");
    expect(bench.url.sharedLink()).toBe(bench.url.link());
    const { scenario } = bench.store.get();
    const snapshot = { ...madeSnapshot(), digest: "5e6f708100000000" };
    bench.store.set(({ run }) => ({ run: { ...run, snapshot, scenario } }));
    expect(bench.url.sharedLink()).toMatch(
      /#v=2&beta-ecn=0\.8&made=\d+\.\d+\.\d+\.5e6f7081_[\d.]+_2_6_1\.000$/,
    );
    expect([bench.url.runLink(), bench.url.link()]).toEqual([
      bench.url.sharedLink(),
      expect.not.stringContaining("made="),
    ]);
  });

  it("in another format is reported in a notice", () => {
    const { bench } = startedBench("#v=2&made=yesterday");
    expect(bench.store.get().notices[0].lines.join()).toContain("a version, eight digits of a digest");
  });
});

describe("a link of an earlier version", () => {
  it("runs on today's engine, with its own notice", () => {
    const reading = fragmentToState("v=1&beta-ecn=7", KNOWN_NAMES, PAGE);
    expect(stateToFragment({ ...reading.opening, pinned: null })).toMatch(/^v=2&/);
    const [wrong, old] = noticesOf(reading, "#v=2");
    expect(wrong.link).toBe("#v=2");
    expect(old.title).toMatch(/^This link is of format 1.* It runs on today's engine/);
    for (const today of ["v=2", "rtt=40ms"])
      expect(noticesOf(fragmentToState(today, KNOWN_NAMES, PAGE), "")).toEqual([]);
  });

  it("names a setting that no longer exists, with what happens now, and opens the run", () => {
    const { bench } = startedBench(
      "#v=2&flow=cc=prague,prague-version=5.15&flow=cc=bbr2,rtt=50ms,bbr-budget=off",
    );
    const [notice] = bench.store.get().notices;
    expect(notice.title).toBe("2 settings in this link no longer exist.");
    expect(notice.also).toEqual([
      'Flow 1: "prague-version=5.15" no longer exists: Prague works as in version 0.7 of its source.',
      'Flow 2: "bbr-budget=off" no longer exists: the windows of BBRv2 and BBRv3 always have room for three bursts.',
    ]);
    expect(bench.store.get().scenario.flows.map(({ cc }) => cc)).toEqual(["prague", "bbr2"]);
  });
});

describe("the next seed", () => {
  it("after the last is the first", () => {
    const { bench } = startedBench("#v=2&seed=2147483646");
    bench.nextSeed();
    bench.nextSeed();
    bench.nextSeed();
    expect(getParam(bench.store.get().scenario, { scope: "run" }, "seed")).toBe(2);
  });
});

describe("an invalid link", () => {
  it("has a maximum length, which is reported", () => {
    const { opening, problems } = fragmentToState(`rtt=${"9".repeat(300_000)}`, KNOWN_NAMES, PAGE);
    expect(opening.scenario).toEqual(defaultScenario());
    expect(problems.map(({ message }) => message)).toEqual([
      "The link has 300004 characters, and at most 250000 are read; the default scenario is used.",
    ]);
  });

  it("is not shown completely in its message", () => {
    const long = "x".repeat(40_000);
    const { problems } = fragmentToState(
      `v=2&mode=${long}&trace=${long}&watch=${long}&at=${long}&rtt=${long}`,
      KNOWN_NAMES,
      PAGE,
    );
    expect(problems).toHaveLength(5);
    for (const { message } of problems) expect(message.length).toBeLessThan(300);
  });
});
