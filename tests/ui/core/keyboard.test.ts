import { describe, expect, it, vi } from "vitest";
import { PAGE } from "../../../src/ui/app/features.ts";
import { type Action, keyedActions, projectorActions } from "../../../src/ui/core/action.ts";
import type { Bench } from "../../../src/ui/core/bench.ts";
import { handleKey } from "../../../src/ui/core/keyboard.ts";
import { sliceIn } from "../../../src/ui/core/slice.ts";
import { presentingOf } from "../../../src/ui/features/talks/presenting.ts";
import { KEYED_PLOTS } from "../../../src/ui/features/talks/talk-actions.ts";
import { askingOf, WHY } from "../../../src/ui/features/why/asking.tsx";
import { madeBench } from "./made-runs.ts";

type Press = Partial<Pick<KeyboardEvent, "code" | "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">>;

const ON_BENCH = keyedActions(PAGE.actions, false);
const OF_PROJECTOR = projectorActions(PAGE.actions);
const ON_PROJECTOR = keyedActions(PAGE.actions, true);

function eventOf(press: Press): KeyboardEvent {
  return Object.assign(new Event("keydown", { cancelable: true }), {
    key: "",
    code: "",
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...press,
  }) as unknown as KeyboardEvent;
}

function labelsFor(press: Press, actions: readonly Action<Bench>[] = ON_BENCH): string[] {
  return actions.filter(({ key }) => key.digitOf(eventOf(press)) !== null).map(({ label }) => label);
}

const press = (bench: Bench, pressed: Press) => handleKey(bench, eventOf(pressed));

describe("the keys of the bench", () => {
  it("have one meaning each", () => {
    const presses: [Press, string][] = [
      [{ key: " " }, "Play or pause"],
      [{ key: "ArrowRight" }, "Step forward"],
      [{ key: "ArrowLeft", shiftKey: true }, "Go to the previous mark or loss"],
      [{ key: "G" }, "Pin this run: it stays visible in grey"],
      [{ key: "w" }, "Explain the latest event before the playhead"],
      [{ key: "." }, "Explain the next event of the same kind"],
      [{ key: "," }, "Explain the previous event of the same kind"],
      [{ key: "E" }, "List all events"],
      [{ key: "c" }, "Compare queues, senders or values of a setting side by side"],
      [{ key: "k" }, "Keep this run in the notebook"],
      [{ key: "K", shiftKey: true }, "Open the notebook, which compares the kept runs"],
      [{ key: "Escape" }, "Close the answer or the list"],
      [{ key: "p" }, "Projector view on or off: large type, few controls"],
      [{ key: "?", shiftKey: true }, "Show this help"],
      [{ key: "z", ctrlKey: true }, "Undo"],
      [{ key: "Z", ctrlKey: true, shiftKey: true }, "Redo"],
      [{ key: "y", ctrlKey: true }, "Redo"],
      [{ key: "z", metaKey: true }, "Undo"],
    ];
    for (const [pressed, label] of presses) expect(labelsFor(pressed)).toEqual([label]);
    const names = ON_BENCH.flatMap(({ key }) => key.names.split(", "));
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(PAGE.actions.map(({ id }) => id)).size).toBe(PAGE.actions.length);
  });

  it("ignore the browser's own combinations", () => {
    for (const key of ["r", "n", "g", "1", " ", "ArrowLeft"]) {
      expect(labelsFor({ key, ctrlKey: true })).toEqual([]);
      expect(labelsFor({ key, altKey: true })).toEqual([]);
    }
  });

  it("mark every single character in either case, so that it can be switched off", () => {
    for (const { key } of PAGE.actions)
      expect(key.isSingle).toBe(
        /^((Shift\+)?(\S|\d – \d)|B, \.)$/.test(key.names) && !/[←→]/.test(key.names),
      );
    const bench = madeBench();
    bench.store.set({ singleKeys: false });
    press(bench, { key: "p" });
    expect(bench.store.get().frame.present).toBe(false);
  });

  it("show what they report, and do nothing while a dialog is open", async () => {
    const bench = madeBench();
    bench.showDialog("help");
    press(bench, { key: "k" });
    await Promise.resolve();
    expect(bench.store.get().notices).toEqual([]);
    bench.showDialog(null);
    press(bench, { key: "k" });
    await vi.waitFor(() =>
      expect(bench.store.get().notices).toMatchObject([
        { id: "keep", title: expect.stringMatching(/^Kept in the notebook/) },
      ]),
    );
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
    for (const [pressed, label] of presses) expect(labelsFor(pressed, OF_PROJECTOR)).toEqual([label]);
    expect(labelsFor({ key: "ArrowRight", shiftKey: true }, OF_PROJECTOR)).toEqual([]);
  });

  it("have one meaning each, and a digit the same as on the bench", () => {
    const presses: Press[] = [
      ...[..."123456789bmsvtlfpgrnwakd?,.e "].map((key) => ({ key })),
      ...["PageDown", "PageUp", "Home", "End", "Escape", "ArrowLeft", "ArrowRight"].map((key) => ({ key })),
      ...KEYED_PLOTS.map((_, at) => ({ key: "!@#$%^&*("[at], code: `Digit${at + 1}`, shiftKey: true })),
    ];
    for (const pressed of presses) expect(labelsFor(pressed, ON_PROJECTOR).length).toBeLessThanOrEqual(1);
    for (let digit = 1; digit <= 8; digit++) {
      const [onBench] = labelsFor({ key: `${digit}` });
      expect(labelsFor({ key: `${digit}` }, ON_PROJECTOR)).toEqual([onBench]);
      expect(onBench).toMatch(/^Speed/);
    }
    // On keyboards where a digit needs Shift, the key still counts as that digit.
    expect(labelsFor({ key: "2", code: "Digit2", shiftKey: true }, ON_PROJECTOR)).toEqual(
      labelsFor({ key: "2" }),
    );
  });

  it("toggle the first nine plots, which the help names in their order", () => {
    const bench = madeBench();
    bench.present(true);
    presentingOf(bench);
    const [label] = labelsFor({ key: "!", code: "Digit1", shiftKey: true }, ON_PROJECTOR);
    const named = label.replace("Show or hide a plot: ", "").split(", ");
    expect(named).toEqual(KEYED_PLOTS.map((plot) => plot.label));
    KEYED_PLOTS.forEach(({ id }, at) => {
      const shown = () => bench.store.get().frame.plots;
      bench.store.set(({ frame }) => ({ frame: { ...frame, plots: ["none"] } }));
      press(bench, { key: "!@#$%^&*("[at], code: `Digit${at + 1}`, shiftKey: true });
      expect(shown()).toEqual(["none", id]);
      expect(named[at]).toBe(KEYED_PLOTS[at].label);
    });
  });

  it("are listed without shortcuts that only the bench has, or that differ there", () => {
    const listed = ON_PROJECTOR.flatMap(({ key }) => key.names.split(", "));
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.filter((name) => ["C", "D", "Shift+K"].includes(name))).toEqual([]);
  });

  it("open and close the projector: P, and Escape", () => {
    const bench = madeBench();
    press(bench, { key: "p" });
    expect(bench.store.get().frame.present).toBe(true);
    press(bench, { key: "Escape" });
    expect(bench.store.get().frame.present).toBe(false);
    press(bench, { key: "P" });
    press(bench, { key: "p" });
    expect(bench.store.get().frame.present).toBe(false);
  });

  it("do not leave a talk, nor a frame without a way back", () => {
    const bench = madeBench();
    const { frame } = bench.store.get();
    for (const kept of [{ present: true }, { embed: true }]) {
      bench.store.set({ frame: { ...frame, ...kept } });
      press(bench, { key: "d" });
      press(bench, { key: "K", shiftKey: true });
      expect(bench.store.get().screen.id).toBe("bench");
    }
    bench.store.set({ frame });
    press(bench, { key: "K", shiftKey: true });
    expect(bench.store.get().screen.id).toBe("notebook");
  });

  it("close what is open before they leave", () => {
    const bench = madeBench();
    bench.present(true);
    askingOf(bench).toggleEvents();
    press(bench, { key: "Escape" });
    expect(sliceIn(bench.store.get(), WHY).eventsListed).toBe(false);
    expect(bench.store.get().frame.present).toBe(true);
    presentingOf(bench).toggleBlank();
    press(bench, { key: "Escape" });
    expect(bench.store.get().frame.present).toBe(true);
    expect(presentingOf(bench).isBlank).toBe(false);
  });

  it("work as on the bench if no talk is shown", () => {
    const bench = madeBench();
    bench.present(true);
    const step = vi.spyOn(bench.player, "step").mockImplementation(() => undefined);
    press(bench, { key: "ArrowRight" });
    press(bench, { key: "PageUp" });
    expect(step.mock.calls).toEqual([[1], [-1]]);
  });
});
