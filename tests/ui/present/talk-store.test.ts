import { describe, expect, it } from "vitest";
import { unpackText } from "../../../src/teaching/packed-text.ts";
import { readTalk } from "../../../src/teaching/talk.ts";
import { SHOWABLE, STORED_TALKS } from "../../../src/ui/present/presenting.ts";
import { talkDeskOf } from "../../../src/ui/present/talk-store.ts";
import { Bench } from "../../../src/ui/state/bench.ts";
import { MadeAddress, MadeClock, MadeSimulator } from "../state/made-runs.ts";

function made() {
  const bench = new Bench(new MadeSimulator(), new MadeAddress(), new MadeClock());
  const desk = talkDeskOf(bench);
  const sentences = () => desk.store.get().draft.scenes.map(({ sentence }) => sentence);
  return { bench, desk, sentences };
}

describe("the talk that is being written", () => {
  it("grows by what the bench shows, and is put in order", () => {
    const { bench, desk, sentences } = made();
    expect(talkDeskOf(bench)).toBe(desk);
    for (const [sentence, beta] of [
      ["one", 0.6],
      ["two", 0.7],
      ["three", 0.8],
    ] as const) {
      bench.setParam({ scope: "flow", flow: 0 }, "beta-ecn", beta);
      desk.add(sentence);
    }
    const [one, two, three] = desk.store.get().draft.scenes;
    expect([one, two, three].map(({ link }) => /beta-ecn=([\d.]+)/.exec(link)?.[1])).toEqual([
      "0.6",
      "0.7",
      "0.8",
    ]);
    desk.move(three.key, -1);
    expect(sentences()).toEqual(["one", "three", "two"]);
    desk.move(one.key, 1);
    desk.move(two.key, 1);
    desk.move(-1, 1);
    expect(sentences()).toEqual(["three", "one", "two"]);
    desk.remove(one.key);
    desk.edit(two.key, { sentence: "last" });
    expect(sentences()).toEqual(["three", "last"]);
    desk.record(two.key);
    expect(desk.store.get().draft.scenes[1]).toMatchObject({ sentence: "last", link: three.link });
    desk.begin();
    expect(sentences()).toEqual([]);
  });

  it("has one link, that shows it", () => {
    const { desk } = made();
    expect(desk.link()).toBeNull();
    desk.add("What is to be seen");
    desk.write({ ...desk.store.get().draft, title: "Où va l'ECN ?", lang: "fr" });
    expect(desk.link(2)).toMatch(/^talk=z\.[^&]+&guide-step=2&present=1$/);
    const [, packed] = /^talk=([^&]+)&present=1$/.exec(desk.link() ?? "") ?? [];
    const { talk } = readTalk(unpackText(packed), SHOWABLE);
    expect(talk).toMatchObject({ id: "ou-va-l-ecn", lang: "fr", title: "Où va l'ECN ?" });
    expect(talk?.scenes.map(({ sentence }) => sentence)).toEqual(["What is to be seen"]);
  });

  it("says what is wrong with which scene, and gives no link then", () => {
    const { desk } = made();
    expect(desk.store.get().faults).toEqual([
      { scene: 0, message: 'There is no scene: a scene begins with a line "## " and its sentence.' },
    ]);
    desk.add("one");
    desk.add("two");
    const [, two] = desk.store.get().draft.scenes;
    desk.edit(two.key, { reveal: [["nose"]] });
    expect(desk.store.get().faults).toHaveLength(1);
    expect(desk.store.get().faults[0]).toMatchObject({ scene: 2 });
    expect(desk.link()).toBeNull();
  });

  it("can begin from a file, a link, or a stored talk", async () => {
    const { desk, sentences } = made();
    await desk.open(STORED_TALKS[0]);
    const stored = sentences();
    expect(stored.length).toBeGreaterThan(3);
    const { file } = desk.store.get();
    const link = `https://example.org/#${desk.link(3)}`;
    for (const text of [file, link]) {
      desk.begin();
      await desk.open(text);
      expect(sentences()).toEqual(stored);
    }
    await desk.open(link.slice(0, -40));
    expect(desk.store.get().openProblems[0].message).toMatch(/damaged/);
    // What was there stays.
    expect(sentences()).toEqual(stored);
  });
});
