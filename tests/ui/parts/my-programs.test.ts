import { beforeEach, describe, expect, test } from "vitest";
import {
  guideKey,
  type MyPrograms,
  myProgramsOf,
  nameOf,
  ranLast,
} from "../../../src/ui/parts/my-programs.ts";
import { madeDevice, madeTab } from "../core/made-device.ts";

const device = madeDevice();
const STARTER = "// @sender Starter";
const FIRST = "// @sender Mine\n// first";
const FAULTY = "// @sender Mine\n// first (";

let mine: MyPrograms;
beforeEach(() => {
  mine = myProgramsOf(madeTab());
});

/** Returns the programs that a reload of the page would read. */
const reloaded = () => {
  return myProgramsOf(madeTab());
};
const add = (text: string) => mine.add({ kind: "sender", text, startedFrom: STARTER, guide: "lesson x" });

describe("My programs", () => {
  test("store a text with faults, which continues from what ran last", () => {
    const id = add(FIRST);
    mine.ran(id, FIRST);
    mine.type(id, FAULTY, FIRST);
    const again = reloaded();
    expect(again.goingOnFrom(FIRST)).toMatchObject({ id, text: FAULTY });
    expect(again.goingOnFrom("another text")).toBeNull();
  });

  test("continue from the template until something has run", () => {
    const id = add(FAULTY);
    expect(reloaded().goingOnFrom(STARTER)?.id).toBe(id);
    expect(reloaded().startedIn("lesson x", STARTER)?.id).toBe(id);
    mine.ran(id, FIRST);
    expect(reloaded().goingOnFrom(STARTER)).toBeNull();
    mine.leaveGuide("lesson x");
    expect(reloaded().startedIn("lesson x", STARTER)).toBeNull();
  });

  test("find the program of a lesson by any of its versions, until the lesson is started from scratch", () => {
    const id = add(FIRST);
    mine.ran(id, FIRST);
    const second = "// @sender Mine\n// second";
    mine.type(id, second, FIRST);
    mine.ran(id, second);
    expect(reloaded().goingOnFrom(FIRST)).toBeNull();
    for (const code of [FIRST, STARTER]) expect(reloaded().versionIn("lesson x", code)?.id).toBe(id);
    expect(reloaded().versionIn("lesson y", FIRST)).toBeNull();
    mine.leaveGuide("lesson x");
    expect(reloaded().versionIn("lesson x", FIRST)).toBeNull();
  });

  test("make a version of a text that another tab has written", () => {
    const id = add(FIRST);
    const other = reloaded();
    other.type(id, "// the other tab", FIRST);
    for (const name of device().kept.keys()) device().tell(name);
    mine.type(id, "// this tab", FIRST);
    expect(mine.find(id)).toMatchObject({
      text: "// this tab",
      versions: [{ text: "// the other tab" }],
    });
  });

  test("make a version of a text with a fault that an earlier version replaces", () => {
    const id = add(FAULTY);
    mine.ran(id, STARTER);
    mine.keepText(id);
    mine.type(id, FIRST, FAULTY);
    mine.ran(id, FIRST);
    expect(reloaded().find(id)).toMatchObject({
      text: FIRST,
      versions: [{ text: STARTER }, { text: FAULTY }, { text: FIRST }],
    });
  });

  test("keep 20 versions, the newest last, each text once", () => {
    const id = add(FIRST);
    for (let i = 0; i < 30; i++) {
      mine.type(id, `// ${i}`, "");
      mine.type(id, FIRST, "");
    }
    expect(mine.find(id)?.versions).toHaveLength(20);
    mine.ran(id, "// 29");
    const program = mine.find(id);
    expect(program && ranLast(program)).toBe("// 29");
  });

  test("have the name in their text, until they are renamed", () => {
    const id = add(FIRST);
    const name = () => nameOf(mine.find(id) ?? { name: "", kind: "queue", text: "" });
    expect(name()).toBe("Mine");
    mine.type(id, "// @sender Other", FIRST);
    expect(name()).toBe("Other");
    mine.rename(id, " Best ");
    expect(name()).toBe("Best");
    mine.remove(id);
    expect([name(), reloaded().store.get().list]).toEqual(["A queue", []]);
  });

  test("are identified with a lesson or task by the start of its link", () => {
    expect(guideKey(null)).toBe("");
    expect(guideKey({ kind: "lesson", text: "write-aimd", step: 1, sets: true })).toBe("lesson write-aimd");
  });
});
