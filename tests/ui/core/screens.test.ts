import { describe, expect, it } from "vitest";
import { defaultScenario, getParam, originOf, scenarioToUrl } from "../../../src/engine/index.ts";
import { PAGE } from "../../../src/ui/app/features.ts";
import { Bench } from "../../../src/ui/core/bench.ts";
import { openingOf } from "../../../src/ui/core/edits.ts";
import { BENCH, screenOf, screenToFragment } from "../../../src/ui/core/page-options.ts";
import { MadeAddress, MadeClock, MadeSimulator, withBeta } from "./made-runs.ts";

function startedBench(hash = "", behind: unknown = null) {
  const address = new MadeAddress();
  address.location.hash = hash;
  const history = { ...address.history, state: behind };
  const made = Object.assign(address, { history });
  const bench = new Bench(new MadeSimulator(), made, new MadeClock(), undefined, undefined, PAGE);
  bench.start(false);
  return { bench, address, screen: () => bench.store.get().screen };
}

const beta = (bench: Bench) => getParam(bench.store.get().scenario, { scope: "flow", flow: 0 }, "beta-ecn");

describe("the fragment of a screen", () => {
  it("without a screen belongs to the bench", () => {
    for (const text of ["", "#", "v=2", "v=2&beta-ecn=0.8&pin=v%3D2", "#v=2&screenshot=papers"]) {
      expect(screenOf(text, PAGE.screens)).toEqual({ id: "bench", text: text.replace(/^#/, "") });
    }
  });

  it("names the screen anywhere, and leaves the rest to it", () => {
    expect(screenOf("#screen=papers&figure=abe-4", PAGE.screens)).toEqual({
      id: "papers",
      text: "figure=abe-4",
    });
    expect(screenOf("v=2&screen=sweep&x=rtt=1:2:1", PAGE.screens)).toEqual({
      id: "sweep",
      text: "v=2&x=rtt=1:2:1",
    });
    expect(screenOf("screen=papers&amp;figure=abe-4", PAGE.screens).text).toBe("figure=abe-4");
    expect(screenOf("screen=bench&v=2&seed=3", PAGE.screens)).toEqual({ id: "bench", text: "v=2&seed=3" });
  });

  it("reads back as it was written", () => {
    for (const screen of [
      { id: "papers", text: "" },
      { id: "sweep", text: "v=2&x=rtt=20ms" },
    ] as const) {
      expect(screenOf(screenToFragment(screen), PAGE.screens)).toEqual(screen);
    }
  });

  it("of an unknown screen opens the bench: similar ones are offered, and old settings are not mentioned", () => {
    const { bench, address, screen } = startedBench("#screen=lesons");
    expect(screen().id).toBe("bench");
    const [notice, ...others] = bench.store.get().notices;
    expect(others).toEqual([]);
    expect(notice.title).toBe('No screen is called "lesons". "lessons"?');
    expect(notice.open?.map(({ id }) => id)).toEqual(["lessons"]);
    address.go("#v=2&screen=mars&beta-ecn=0.9");
    const [far] = bench.store.get().notices;
    expect(far.title).toBe('No screen is called "mars".');
    const offered = PAGE.screens.map(({ id }) => id).filter((id) => id !== BENCH.id);
    expect(far.open?.map(({ id }) => id)).toEqual(offered);
    expect(beta(bench)).toBe(0.9);
    address.go("#screen=lessons");
    expect(bench.store.get().notices).toEqual([]);
  });
});

describe("going to another screen and back", () => {
  it("keeps the bench with its undo history, by the page's link and by the browser's", () => {
    const { bench, address, screen } = startedBench();
    bench.edits.edit(withBeta(0.8));
    const past = bench.store.get().past.length;
    bench.showScreen({ id: "papers", text: "" });
    expect(address.writes.at(-1)).toBe("push #screen=papers");
    bench.showScreen(BENCH);
    expect(address.writes.at(-1)).toMatch(/^push #v=2&beta-ecn=0\.8/);
    bench.showScreen({ id: "papers", text: "figure=abe-4" });
    address.go("#screen=papers");
    expect(screen()).toEqual({ id: "papers", text: "" });
    address.go(`#${address.writes.at(-2)?.replace("push #", "")}`);
    expect(screen().id).toBe("bench");
    expect(beta(bench)).toBe(0.8);
    expect(bench.store.get().past).toHaveLength(past);
  });

  it("opens another link of the bench as it is", () => {
    const { bench, address } = startedBench("#screen=papers");
    address.go("#v=2&beta-ecn=0.9");
    expect(beta(bench)).toBe(0.9);
    expect(bench.store.get().screen.id).toBe("bench");
  });

  it("writes small changes over the last entry", () => {
    const { bench, address } = startedBench();
    bench.showScreen({ id: "sweep", text: "v=2" });
    bench.showScreen({ id: "sweep", text: "v=2&seeds=3" }, "replace");
    address.settle();
    expect(address.writes.at(-1)).toBe("replace #screen=sweep&v=2&seeds=3");
  });

  it("shares the link of the screen that is shown", () => {
    const { bench } = startedBench();
    bench.showScreen({ id: "papers", text: "figure=abe-4" });
    expect(bench.url.link()).toBe("https://example.org/sawtooth/#screen=papers&figure=abe-4");
  });

  it("restores the bench after a reload of another screen", () => {
    const { bench, screen } = startedBench("#screen=papers", { bench: scenarioToUrl(withBeta(0.8)) });
    expect(screen().id).toBe("papers");
    expect(beta(bench)).toBe(0.8);
    for (const strange of [7, "bench", { bench: 7 }, {}]) {
      expect(beta(startedBench("#screen=papers", strange).bench)).toBe(0.5);
    }
  });
});

describe("a run from another screen", () => {
  it("opens on the bench, undoable there", () => {
    const { bench, address, screen } = startedBench("#screen=papers&figure=abe-4");
    bench.openRun(withBeta(0.7));
    expect(screen().id).toBe("bench");
    expect(address.writes.at(-1)).toMatch(/^push #v=2&beta-ecn=0\.7/);
    bench.edits.undo();
    expect(bench.store.get().scenario).toEqual(defaultScenario());
    // A hand-in's run states the version that has computed it.
    const by = originOf("0.1.0", "1a2b3c4d");
    bench.openRun(withBeta(0.8), null, { by, fragment: "" });
    expect(bench.url.link()).toMatch(/#v=2&beta-ecn=0\.8&made=0\.1\.0\.1a2b3c4d$/);
  });
});

describe("the time range of an opened run", () => {
  const isOpening = (bench: Bench) => bench.store.get().view.isOpening;

  it.each(["", "#v=2&rtt=20ms", "#v=2&pin=v%3D2"])("of the link %j is the page's choice", (link) => {
    expect(isOpening(startedBench(link).bench)).toBe(true);
  });

  it.each([
    ["a time", "#v=2&at=30s"],
    ["a question", "#v=2&why=stretch,cwnd,1,-,10,20"],
    ["a live run", "#v=2&mode=live"],
    ["an embedding page", "#v=2&embed=1"],
    ["a projector", "#v=2&present=1"],
    ["a lesson", "#lesson=bufferbloat"],
  ])("is the whole run if the link states %s", (_, link) => {
    expect(isOpening(startedBench(link).bench)).toBe(false);
  });

  it("of a preset is the page's choice", () => {
    const { bench } = startedBench("#v=2&at=30s");
    bench.edits.open(openingOf(defaultScenario()));
    expect(isOpening(bench)).toBe(true);
  });
});
