import { describe, expect, it } from "vitest";
import { KEY_TABLE } from "../../../src/ui/state/keys.ts";

type Press = Partial<Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">>;

function bindings(press: Press): string[] {
  const event = {
    key: "",
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...press,
  } as KeyboardEvent;
  return KEY_TABLE.filter((binding) => binding.matches(event)).map((binding) => binding.help);
}

describe("the key table", () => {
  it("gives each key one meaning", () => {
    const presses: [Press, string][] = [
      [{ key: " " }, "Play or pause"],
      [{ key: "ArrowRight" }, "Step forward"],
      [{ key: "ArrowLeft", shiftKey: true }, "To the previous mark or loss"],
      [{ key: "G" }, "Pin this run as the grey ghost"],
      [{ key: "w" }, "Why? Of the latest event up to the playhead"],
      [{ key: "." }, "The next story of the same kind"],
      [{ key: "," }, "The previous story of the same kind"],
      [{ key: "E" }, "The list of all events"],
      [{ key: "Escape" }, "Close the story, or the list"],
      [{ key: "?", shiftKey: true }, "This help"],
      [{ key: "z", ctrlKey: true }, "Undo"],
      [{ key: "Z", ctrlKey: true, shiftKey: true }, "Redo"],
      [{ key: "z", metaKey: true }, "Undo"],
    ];
    for (const [press, help] of presses) expect(bindings(press)).toEqual([help]);
  });

  it("leaves the browser's own combinations alone", () => {
    for (const key of ["r", "n", "g", "1", " ", "ArrowLeft"]) {
      expect(bindings({ key, ctrlKey: true })).toEqual([]);
      expect(bindings({ key, altKey: true })).toEqual([]);
    }
  });

  it("says of every single character that it is one, so that it can be switched off", () => {
    for (const { keys, single } of KEY_TABLE) {
      expect(single).toBe(/^(\S|\d – \d)$/.test(keys) && !/[←→]/.test(keys));
    }
  });
});
