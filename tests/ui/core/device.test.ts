import { describe, expect, test } from "vitest";
import { Device, nameHere, type Stored } from "../../../src/ui/core/device.ts";
import { inTurn, madeDevice } from "./made-device.ts";

const here = madeDevice();

const WORDS: Stored<string> = {
  key: "words",
  what: "the words",
  none: "",
  isDraft: true,
  read(text) {
    if (text.startsWith("?")) throw new Error("no words");
    return text;
  },
  write: (text) => text,
};
const CHOICE: Stored<string> = { ...WORDS, key: "choice", isDraft: false };
const MANY: Stored<string> = { ...WORDS, key: "many." };

function tab(isUsed = true): Device {
  const device = new Device(() => isUsed);
  device.start();
  return device;
}

async function aside(device: Device) {
  await inTurn();
  return device.store.get().aside.map(({ key, reason, text }) => [key, reason, text]);
}

describe("two copies of the page on one origin", () => {
  test("have separate names by folder; on a disk there is one name for all", () => {
    const { location, kept } = here();
    tab().write(WORDS, "of a");
    location.pathname = "/b/sawtooth.html";
    expect(tab().read(WORDS)).toBe("");
    tab().write(WORDS, "of b");
    expect([...kept]).toEqual([
      ["sawtooth /a/ words", "of a"],
      ["sawtooth /b/ words", "of b"],
    ]);
    Object.assign(location, { protocol: "file:", pathname: "/home/ana/sawtooth.html" });
    expect(nameHere("speaker")).toBe("sawtooth file: speaker");
  });

  test("both read values without a folder until they have written their own; the old value stays", () => {
    const { location, kept } = here();
    kept.set("sawtooth.words", "old").set("sawtooth.many.1", "one");
    const a = tab();
    expect([a.read(WORDS), a.list(MANY), a.read(MANY, "1")]).toEqual(["old", ["1"], "one"]);
    a.write(WORDS, "new");
    expect(tab().read(WORDS)).toBe("new");
    location.pathname = "/b/";
    expect(tab().read(WORDS)).toBe("old");
    a.write(WORDS, "");
    expect(kept.get("sawtooth.words")).toBe("old");
  });

  test("ignore each other's tabs", () => {
    const device = tab();
    device.write(WORDS, "mine");
    here().kept.set("sawtooth /b/ words", "theirs");
    here().tell("sawtooth /b/ words");
    expect(device.store.get().newer.size).toBe(0);
  });
});

describe("a value that cannot be stored", () => {
  test.each(["full", "blocked"])(
    "on a device that is %s lasts while the page is open, is reported, and reads back",
    (what) => {
      const device = tab();
      device.write(WORDS, "before");
      if (what === "full") here().room = 0;
      else here().isBlocked = true;
      expect([device.mayStore(), device.write(WORDS, "after"), device.write(MANY, "x", "1")]).toEqual([
        false,
        false,
        false,
      ]);
      expect([device.read(WORDS), device.read(MANY, "1"), device.list(MANY)]).toEqual(["after", "x", ["1"]]);
      expect([...device.store.get().unsaved]).toEqual(["words", "many.1"]);
      // When there is room again, the next write also stores everything that waits.
      Object.assign(here(), { room: 1000, isBlocked: false });
      expect(device.write(CHOICE, "a")).toBe(true);
      expect(device.store.get().unsaved.size).toBe(0);
      expect([tab().read(WORDS), tab().read(MANY, "1")]).toEqual(["after", "x"]);
    },
  );

  test("in another page's frame is not stored, and not reported", () => {
    const device = tab(false);
    here().kept.set("sawtooth /a/ words", "of the page itself");
    expect([device.read(WORDS), device.mayStore(), device.write(WORDS, "mine")]).toEqual(["", false, false]);
    expect([device.read(WORDS), device.store.get().unsaved.size, here().kept.size]).toEqual(["mine", 0, 1]);
  });
});

describe("a value that cannot be read", () => {
  test("is set aside, reported in later visits too, not tried again, and not overwritten", async () => {
    const { kept } = here();
    kept.set("sawtooth /a/ words", "?damaged");
    const device = tab();
    expect(device.read(WORDS)).toBe("");
    const found = [["words", "unreadable", "?damaged"]];
    expect(await aside(device)).toEqual(found);
    device.write(WORDS, "new");
    const later = tab();
    expect([later.read(WORDS), await aside(later)]).toEqual(["new", found]);
    later.discard(later.store.get().aside[0].id);
    expect([await aside(later), await aside(tab())]).toEqual([[], []]);
  });

  test("stays in place without room to set it aside; later values last while the page is open", async () => {
    const { kept } = here();
    kept.set("sawtooth /a/ words", "?damaged");
    here().room = 40;
    const device = tab();
    expect([device.read(WORDS), device.write(WORDS, "new"), device.read(WORDS)]).toEqual(["", false, "new"]);
    expect(kept.get("sawtooth /a/ words")).toBe("?damaged");
    expect(await aside(device)).toEqual([["words", "unreadable", "?damaged"]]);
  });

  test("under an old name is set aside once for each copy, and the old value stays", async () => {
    here().kept.set("sawtooth.words", "?old");
    const device = tab();
    expect([device.read(WORDS), device.read(WORDS)]).toEqual(["", ""]);
    expect(await aside(device)).toEqual([["words", "unreadable", "?old"]]);
    expect(here().kept.get("sawtooth.words")).toBe("?old");
  });

  test.each([
    "{\nx",
    '["words","words","other"]\nx',
    '["words",1,"other-tab"]\nx',
    '["words","words"]\nx',
    "null\nx",
  ])("among those set aside is shown unchanged: %s", async (text) => {
    here().kept.set("sawtooth /a/ aside 1", text);
    expect(tab().store.get().aside).toMatchObject([{ what: "something", reason: "unreadable", text }]);
  });
});

describe("a value that cannot be drawn", () => {
  test("twice is set aside, and its users are notified; a reload between does not matter", async () => {
    tab().write(MANY, "bad", "1");
    tab().drawingFailed(MANY, "1");
    const device = tab();
    expect([device.read(MANY, "1"), await aside(device)]).toEqual(["bad", []]);
    let told = 0;
    device.onChange(MANY, () => told++);
    device.drawingFailed(MANY, "1");
    expect([told, device.read(MANY, "1"), await aside(device)]).toEqual([
      1,
      "",
      [["many.1", "undrawable", "bad"]],
    ]);
  });

  test("and was changed since counts from the start", () => {
    const device = tab();
    device.write(WORDS, "bad");
    device.drawingFailed(WORDS);
    device.write(WORDS, "other");
    device.drawingFailed(WORDS);
    expect(device.read(WORDS)).toBe("other");
  });
});

describe("two tabs with one draft", () => {
  const write = (device: Device, text: string) => {
    device.write(WORDS, text);
    here().tell("sawtooth /a/ words");
  };

  test("offer the newer one until it is taken", () => {
    const [one, other] = [tab(), tab()];
    one.read(WORDS);
    other.read(WORDS);
    write(one, "first");
    expect([one.store.get().newer.size, ...other.store.get().newer]).toEqual([0, "words"]);
    expect(other.read(WORDS)).toBe("first");
    expect(other.store.get().newer.size).toBe(0);
  });

  test("lose neither when writing continues: the other's is set aside, and can be restored", async () => {
    const [one, other] = [tab(), tab()];
    one.read(WORDS);
    other.read(WORDS);
    write(one, "of one");
    write(other, "of the other");
    expect(await aside(other)).toEqual([["words", "other-tab", "of one"]]);
    expect([other.read(WORDS), tab().read(WORDS)]).toEqual(["of the other", "of the other"]);
    write(other, "more");
    expect(await aside(other)).toHaveLength(1);
    other.takeBack(other.store.get().aside[0]);
    expect([other.read(WORDS), await aside(other)]).toEqual(["of one", [["words", "other-tab", "more"]]]);
  });

  test("keep this tab's value while the page is open if there is no room to set the other's aside", () => {
    const [one, other] = [tab(), tab()];
    one.read(WORDS);
    other.read(WORDS);
    write(one, "of one");
    here().room = 30;
    expect(other.write(WORDS, "mine")).toBe(false);
    expect([other.read(WORDS), tab().read(WORDS)]).toEqual(["mine", "of one"]);
  });

  test("use the last choice of a setting that is no draft", async () => {
    const [one, other] = [tab(), tab()];
    one.read(CHOICE);
    other.write(CHOICE, "b");
    one.write(CHOICE, "c");
    expect([other.read(CHOICE), await aside(one)]).toEqual(["c", []]);
  });
});
