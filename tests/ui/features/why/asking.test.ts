import { describe, expect, it } from "vitest";
import { presets, type Question, type Story } from "../../../../src/engine/index.ts";
import { BARE_PAGE, Bench } from "../../../../src/ui/core/bench.ts";
import { joinEvent } from "../../../../src/ui/core/run-events.ts";
import { sliceIn } from "../../../../src/ui/core/slice.ts";
import {
  askingOf,
  latestEvent,
  momentOf,
  QUESTION_LINK,
  questionOf,
  spokenStory,
  WHY,
} from "../../../../src/ui/features/why/asking.tsx";
import {
  heard,
  MadeAddress,
  MadeClock,
  MadeSimulator,
  madeSnapshot,
  withBeta,
} from "../../core/made-runs.ts";

const mark = (atS: number): Question => ({ kind: "queue-event", event: "mark", link: 0, flow: 0, atS });

function story(question: Question, more: Partial<Story> = {}): Story {
  const atS = "toS" in question ? question.fromS : question.atS;
  return {
    question,
    title: `Mark at ${atS}`,
    atS,
    sentences: [["It came at ", { text: "3 s", atS: 3 }, "."], ["Then it went."]],
    chain: [],
    rules: [],
    previous: null,
    next: null,
    ...more,
  };
}

const PAGE = { ...BARE_PAGE, links: [QUESTION_LINK] };

function whyOf(bench: Bench) {
  return sliceIn(bench.store.get(), WHY);
}

/** Returns a bench with a finished run that has marks at 20 and 40 s. */
function shown(nowS = 100) {
  const simulator = new MadeSimulator();
  const bench = new Bench(simulator, new MadeAddress(), new MadeClock(), undefined, undefined, PAGE);
  bench.start(true);
  simulator.runs[0].on.snapshot(madeSnapshot({ marksAtS: [20, 40], nowS, done: nowS === 100 }));
  const asking = askingOf(bench);
  return { bench, simulator, asking, why: () => whyOf(bench).asked };
}

describe("a question", () => {
  it("states kind, place and time of its event", () => {
    const event = { flow: 0, before: null, after: null, isAck: false };
    const onLink = { ...event, kind: "mark", atS: 1, link: 0 } as const;
    expect(questionOf(onLink)).toEqual(mark(1));
    expect(questionOf({ ...event, kind: "ecnReduction", atS: 3, link: null })).toEqual({
      kind: "flow-event",
      event: "ecnReduction",
      flow: 0,
      atS: 3,
    });
    expect(questionOf(joinEvent(1, 4))).toEqual({ kind: "join", flow: 1, atS: 4 });
  });

  it("is about the latest event at or before a time, although times are rounded", () => {
    const snapshot = madeSnapshot({ marksAtS: [1, 3], nowS: 6 });
    const at = (atS: number) => latestEvent(snapshot, atS, ({ kind }) => kind !== "join");
    expect(at(3 - 1e-7)?.atS).toBe(3);
    expect(at(2.9)?.atS).toBe(1);
    expect(at(0.5)).toBeNull();
  });

  it("has no moment if it is about a range", () => {
    expect(momentOf({ kind: "stretch", of: "queue", link: 0, flow: null, fromS: 1, toS: 2 })).toBeNull();
    expect(momentOf({ kind: "join", flow: 1, atS: 4 })).toBe(4);
  });
});

describe("a link to a story", () => {
  const opened = (fragment: string) => {
    const simulator = new MadeSimulator();
    const address = new MadeAddress();
    address.location.hash = `#${fragment}`;
    const bench = new Bench(simulator, address, new MadeClock(), undefined, undefined, PAGE);
    bench.start(true);
    return { bench, simulator, run: simulator.runs[simulator.runs.length - 1] };
  };

  it("asks when its run has reached the time, and keeps the story until it is closed", async () => {
    const { bench, simulator, run } = opened("v=2&why=queue,mark,1,1,20");
    expect(whyOf(bench).asked).toMatchObject({ question: mark(20), busy: true });
    run.on.snapshot(madeSnapshot({ marksAtS: [20, 40], nowS: 10, done: false }));
    expect(simulator.asked).toHaveLength(0);
    run.on.snapshot(madeSnapshot({ marksAtS: [20, 40], nowS: 100, done: true }));
    expect(simulator.asked.map(({ question }) => question)).toEqual([mark(20)]);
    simulator.asked[0].answer(story(mark(20)));
    await heard();
    expect(whyOf(bench).asked?.story?.title).toBe("Mark at 20");
    expect(bench.url.link()).toMatch(/&why=queue,mark,1,1,20$/);
    askingOf(bench).close();
    expect(bench.url.link()).not.toContain("why=");
  });

  it.each(["queue,mark,2,1,20", "queue,mark,1,9,20", "queue,mark,1,1,2000", "anything"])(
    "that asks about %s, which its run does not have, says so",
    (why) => {
      const { bench } = opened(`v=2&why=${why}`);
      expect(whyOf(bench).asked).toBeNull();
      expect(
        bench.store
          .get()
          .notices.flatMap(({ lines }) => lines)
          .join(),
      ).toContain("why is");
    },
  );

  it("is closed by another link", () => {
    const { bench } = opened("v=2&why=queue,mark,1,1,20");
    bench.openFragment("v=2&beta-ecn=0.7");
    expect(whyOf(bench).asked).toBeNull();
  });
});

describe("the history of the page", () => {
  const withPreset = (parent?: unknown) => {
    const address = Object.assign(new MadeAddress(), parent === undefined ? {} : { parent });
    const simulator = new MadeSimulator();
    const bench = new Bench(simulator, address, new MadeClock(), undefined, undefined, PAGE);
    bench.start(true);
    bench.openPreset(presets[1]);
    simulator.runs[simulator.runs.length - 1].on.snapshot(madeSnapshot({ marksAtS: [20, 40], done: true }));
    const [preset] = address.writes.splice(0).map((write) => write.replace("push ", ""));
    return { bench, address, preset, asking: askingOf(bench) };
  };

  it("gets one entry for an open explanation, which Back closes without a change of the run", () => {
    const { bench, address, preset, asking } = withPreset();
    const before = bench.store.get();
    asking.ask(mark(20));
    asking.ask(mark(40));
    address.settle();
    expect(address.writes).toEqual([
      `push ${preset}&why=queue,mark,1,1,20`,
      `replace ${preset}&why=queue,mark,1,1,40`,
    ]);
    address.go(preset);
    expect(whyOf(bench).asked).toBeNull();
    const { scenario, run, past, view } = bench.store.get();
    expect([scenario, run, past, view]).toEqual([before.scenario, before.run, before.past, before.view]);
    expect(scenario).toBe(before.scenario);
  });

  it("loses that entry when the explanation is closed", () => {
    const { address, asking } = withPreset();
    asking.ask(mark(20));
    asking.close();
    address.settle();
    expect(address.writes.slice(1)).toEqual(["back"]);
  });

  it("keeps that entry for a change that has closed the explanation", () => {
    const { bench, address, preset, asking } = withPreset();
    bench.edits.edit(withBeta(0.7, bench.store.get().settings));
    asking.ask(mark(20));
    const [changed] = address.writes.splice(0).map((write) => write.replace("replace ", ""));
    expect(changed).not.toBe(preset);
    bench.edits.edit(withBeta(0.8, bench.store.get().settings));
    address.settle();
    asking.close();
    expect(address.writes).toEqual(
      [changed.replace("beta-ecn=0.7", "beta-ecn=0.8")].map((url) => `replace ${url}`),
    );
  });

  it("gets no entry in a page that contains this one", () => {
    const { address, preset, asking } = withPreset({});
    asking.ask(mark(20));
    asking.close();
    asking.ask(mark(20));
    address.settle();
    expect(address.writes).toEqual([`replace ${preset}&why=queue,mark,1,1,20`]);
  });
});

describe("asking for an explanation", () => {
  it("shows that it is busy, pauses the playhead at the moment, and shows the story", async () => {
    const { bench, simulator, asking, why } = shown();
    asking.ask(mark(20));
    expect(why()).toEqual({ question: mark(20), story: null, error: null, busy: true });
    expect(bench.store.get().playback).toMatchObject({ playing: false, playheadS: 20 });
    const [{ scenario, question, seenS, answer }] = simulator.asked;
    expect([scenario, question, seenS]).toEqual([
      bench.store.get().run.scenario,
      mark(20),
      Number.POSITIVE_INFINITY,
    ]);
    answer(story(mark(20)));
    await heard();
    expect(why()).toMatchObject({ story: { title: "Mark at 20" }, busy: false });
  });

  it("leaves the playhead in place for a range", () => {
    const { bench, asking } = shown();
    const { playheadS } = bench.store.get().playback;
    asking.ask({ kind: "stretch", of: "queue", link: 0, flow: null, fromS: 50, toS: 60 });
    expect(bench.store.get().playback).toMatchObject({ playing: true, playheadS });
  });

  it("about a run in progress covers only what has been seen", () => {
    const { simulator, asking } = shown(30);
    asking.ask(mark(20));
    expect(simulator.asked[0].seenS).toBe(30);
  });

  it("shows the answer to the newer question, whichever answer arrives first", async () => {
    const { simulator, asking, why } = shown();
    asking.ask(mark(20));
    asking.ask(mark(40));
    const [first, second] = simulator.asked;
    second.answer(story(mark(40)));
    await heard();
    first.answer(story(mark(20)));
    await heard();
    expect(why()?.story?.title).toBe("Mark at 40");
    expect(why()?.busy).toBe(false);
  });

  it("keeps the previous story visible while the next one is computed", async () => {
    const { simulator, asking, why } = shown();
    asking.ask(mark(20));
    simulator.asked[0].answer(story(mark(20)));
    await heard();
    asking.ask(mark(40));
    simulator.asked[1].answer(null);
    await heard();
    expect(why()).toMatchObject({ question: mark(40), story: { title: "Mark at 20" }, busy: true });
  });

  it("says why there is no answer", async () => {
    const { simulator, asking, why } = shown();
    asking.ask(mark(20));
    simulator.asked[0].refuse("nothing happened there");
    await heard();
    expect(why()).toMatchObject({ story: null, error: "nothing happened there", busy: false });
  });

  it("ends with another scenario, whose late answer is ignored", async () => {
    const { bench, simulator, asking, why } = shown();
    asking.ask(mark(20));
    bench.edits.edit(withBeta(0.8));
    expect(why()).toBeNull();
    simulator.asked[0].answer(story(mark(20)));
    await heard();
    expect(why()).toBeNull();
  });

  it("goes to the next and the previous of the kind, not past the last and not while busy", async () => {
    const { simulator, asking, why } = shown();
    asking.ask(mark(20));
    asking.step(1);
    expect(simulator.asked).toHaveLength(1);
    simulator.asked[0].answer(story(mark(20), { next: mark(40) }));
    await heard();
    asking.step(-1);
    expect(simulator.asked).toHaveLength(1);
    asking.step(1);
    expect(why()?.question).toEqual(mark(40));
    simulator.asked[1].answer(story(mark(40), { previous: mark(20) }));
    await heard();
    asking.step(-1);
    expect(why()?.question).toEqual(mark(20));
  });

  it("finds the latest event up to the playhead, if there is one", () => {
    const { bench, asking, why } = shown();
    bench.player.seek(39);
    asking.askLatest();
    expect(why()?.question).toEqual(mark(20));
  });

  it("closes the story on Escape first and then the list", () => {
    const { bench, asking, why } = shown();
    asking.toggleEvents();
    asking.ask(mark(20));
    asking.leave();
    expect([why(), whyOf(bench).eventsListed]).toEqual([null, true]);
    asking.leave();
    expect(whyOf(bench).eventsListed).toBe(false);
  });

  it("has one instance per bench", () => {
    const { bench, asking } = shown();
    expect(askingOf(bench)).toBe(asking);
  });
});

describe("a story as one text", () => {
  it("has its title and the texts of its links", () => {
    expect(spokenStory(story(mark(3)))).toBe("Mark at 3. It came at 3 s. Then it went.");
  });
});
