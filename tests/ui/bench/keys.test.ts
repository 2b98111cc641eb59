import { describe, expect, it, vi } from "vitest";
import { KEY_TABLE, keysOf, PROJECTOR_KEYS } from "../../../src/ui/bench/keys.ts";
import type { Bench } from "../../../src/ui/core/bench.ts";
import { presentingOf } from "../../../src/ui/features/talks/presenting.ts";
import { madeBench } from "../core/made-runs.ts";

type Press = Partial<Pick<KeyboardEvent, "code" | "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">>;

function bindings(press: Press, table = KEY_TABLE): string[] {
  const event = {
    key: "",
    code: "",
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...press,
  } as KeyboardEvent;
  return table.filter((binding) => binding.matches(event)).map((binding) => binding.help);
}

describe("the key table", () => {
  it("gives each key one meaning", () => {
    const presses: [Press, string][] = [
      [{ key: " " }, "Play or pause"],
      [{ key: "ArrowRight" }, "Step forward"],
      [{ key: "ArrowLeft", shiftKey: true }, "Go to the previous mark or loss"],
      [{ key: "G" }, "Pin this run: it stays visible in grey"],
      [{ key: "w" }, "Explain the latest event before the playhead"],
      [{ key: "." }, "Explain the next event of the same kind"],
      [{ key: "," }, "Explain the previous event of the same kind"],
      [{ key: "E" }, "List all events"],
      [{ key: "k" }, "Keep this run in the notebook"],
      [{ key: "K", shiftKey: true }, "Open the notebook, which compares the kept runs"],
      [{ key: "Escape" }, "Close the answer or the list"],
      [{ key: "p" }, "Projector view on or off: large type, few controls"],
      [{ key: "?", shiftKey: true }, "Show this help"],
      [{ key: "z", ctrlKey: true }, "Undo"],
      [{ key: "Z", ctrlKey: true, shiftKey: true }, "Redo"],
      [{ key: "z", metaKey: true }, "Undo"],
    ];
    for (const [press, help] of presses) expect(bindings(press)).toEqual([help]);
  });

  it("ignores the browser's own combinations", () => {
    for (const key of ["r", "n", "g", "1", " ", "ArrowLeft"]) {
      expect(bindings({ key, ctrlKey: true })).toEqual([]);
      expect(bindings({ key, altKey: true })).toEqual([]);
    }
  });

  it("marks every single character in either case, so that it can be switched off", () => {
    for (const { keys, single } of [...KEY_TABLE, ...PROJECTOR_KEYS]) {
      expect(single).toBe(/^((Shift\+)?(\S|\d – \d)|B, \.)$/.test(keys) && !/[←→]/.test(keys));
    }
  });
});

describe("the keys of a projector", () => {
  it("are those of a remote, and a few single ones", () => {
    const presses: [Press, string][] = [
      [{ key: "PageDown" }, "In a talk: next step or next scene"],
      [{ key: "ArrowRight" }, "In a talk: next step or next scene"],
      [{ key: "PageUp" }, "In a talk: previous step or scene"],
      [{ key: "ArrowLeft" }, "In a talk: previous step or scene"],
      [{ key: "." }, "Blank screen"],
      [{ key: "b" }, "Blank screen"],
      [{ key: "Escape" }, "Close the answer; otherwise go back to the simulator"],
    ];
    for (const [press, help] of presses) expect(bindings(press, PROJECTOR_KEYS)).toEqual([help]);
    expect(bindings({ key: "ArrowRight", shiftKey: true }, PROJECTOR_KEYS)).toEqual([]);
  });

  it("have one meaning each, and a digit the same as on the bench", () => {
    const presses: Press[] = [
      ...[..."123456789bmsvtlfpgrnwakd?,.e "].map((key) => ({ key })),
      ...["PageDown", "PageUp", "Home", "End", "Escape", "ArrowLeft", "ArrowRight"].map((key) => ({ key })),
      ...[1, 2, 3, 4, 5, 6].map((digit) => ({
        key: "!@#$%^"[digit - 1],
        code: `Digit${digit}`,
        shiftKey: true,
      })),
    ];
    for (const press of presses) expect(bindings(press, keysOf(true)).length).toBeLessThanOrEqual(1);
    for (let digit = 1; digit <= 8; digit++) {
      const [onBench] = bindings({ key: `${digit}` });
      expect(bindings({ key: `${digit}` }, keysOf(true))).toEqual([onBench]);
      expect(onBench).toMatch(/^Speed/);
    }
    const shifted = { key: "@", code: "Digit2", shiftKey: true };
    expect(bindings(shifted, keysOf(true))).toEqual([expect.stringMatching(/^Show or hide a plot/)]);
    // On keyboards where a digit needs Shift, the key still counts as that digit.
    expect(bindings({ key: "2", code: "Digit2", shiftKey: true }, keysOf(true))).toEqual(
      bindings({ key: "2" }),
    );
  });

  it("are listed without shortcuts that only the bench has, or that differ there", () => {
    const listed = keysOf(true).flatMap(({ keys }) => keys.split(", "));
    expect(new Set(listed).size).toBe(listed.length);
    expect(keysOf(true).filter(({ keys }) => ["D", "Shift+K"].includes(keys))).toEqual([]);
    expect(keysOf(false)).toBe(KEY_TABLE);
  });

  const press = (bench: Bench, press: Press, table = PROJECTOR_KEYS) => {
    const event = {
      code: "",
      shiftKey: false,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      ...press,
    } as KeyboardEvent;
    table.find((binding) => binding.matches(event))?.act(bench, event);
  };
  const benchOf = () => madeBench();

  it("open and close the projector: P, and Escape", () => {
    const bench = benchOf();
    press(bench, { key: "p" }, KEY_TABLE);
    expect(bench.store.get().frame.present).toBe(true);
    press(bench, { key: "Escape" });
    expect(bench.store.get().frame.present).toBe(false);
    press(bench, { key: "P" }, KEY_TABLE);
    press(bench, { key: "p" }, KEY_TABLE);
    expect(bench.store.get().frame.present).toBe(false);
  });

  it("do not leave a talk, nor a frame without a way back", () => {
    const bench = benchOf();
    const { frame } = bench.store.get();
    for (const kept of [{ present: true }, { embed: true }]) {
      bench.store.set({ frame: { ...frame, ...kept } });
      const table = keysOf(bench.store.get().frame.present);
      press(bench, { key: "d" }, table);
      press(bench, { key: "K", shiftKey: true }, table);
      expect(bench.store.get().screen.id).toBe("bench");
    }
    bench.store.set({ frame });
    press(bench, { key: "K", shiftKey: true }, KEY_TABLE);
    expect(bench.store.get().screen.id).toBe("notebook");
  });

  it("close what is open before they leave", () => {
    const bench = benchOf();
    bench.present(true);
    bench.store.set({ eventsListed: true });
    press(bench, { key: "Escape" });
    expect(bench.store.get()).toMatchObject({ eventsListed: false, frame: { present: true } });
    presentingOf(bench).toggleBlank();
    press(bench, { key: "Escape" });
    expect(bench.store.get().frame.present).toBe(true);
    expect(bench.presenting?.isBlank).toBe(false);
  });

  it("work as on the bench if no talk is shown", () => {
    const bench = benchOf();
    const step = vi.spyOn(bench.player, "step").mockImplementation(() => undefined);
    press(bench, { key: "ArrowRight" });
    press(bench, { key: "PageUp" });
    expect(step.mock.calls).toEqual([[1], [-1]]);
  });
});
