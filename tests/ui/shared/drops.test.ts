import { expect, test } from "vitest";
import { catchDrops, type Drop } from "../../../src/ui/shared/drops.ts";

/** Returns the data that a browser provides during a drag. */
function dragged({ files = [] as File[], folders = 0, texts = {} as Record<string, string> }) {
  const isFile = files.length > 0;
  return {
    types: isFile ? ["Files"] : Object.keys(texts),
    files,
    items: files.map((_, i) => ({ webkitGetAsEntry: () => ({ isDirectory: i < folders }) })),
    getData: (type: string) => texts[type] ?? "",
  };
}

const FILE = dragged({ files: [new File(["x"], "x.md")] });
const TEXT = dragged({ texts: { "text/plain": "some text" } });

function page() {
  const target = new EventTarget();
  const taken: Drop[] = [];
  const end = catchDrops(target as unknown as Window, (drop) => taken.push(drop));
  /**
   * Sends a drag event. Returns whether the browser may perform its default action, which would replace the page by
   * the file.
   */
  const send = (type: string, dataTransfer: unknown = null, over = "body") => {
    const event = new Event(type, { cancelable: true });
    Object.defineProperty(event, "dataTransfer", { value: dataTransfer });
    Object.defineProperty(event, "target", { value: { matches: (field: string) => field.includes(over) } });
    target.dispatchEvent(event);
    return !event.defaultPrevented;
  };
  return { taken, end, send };
}

test("no file, link or text that is dropped leaves the page; each is handed on once", () => {
  const { taken, send, end } = page();
  for (const data of [FILE, TEXT])
    expect([send("dragover", data), send("drop", data)]).toEqual([false, false]);
  send("drop", dragged({ texts: { "text/uri-list": "https://a/#v=2\r\nhttps://b/", "text/plain": "a" } }));
  send("drop", dragged({ files: [new File([], "a"), new File([], "b")], folders: 1 }));
  expect(taken.map(({ files, folders, text }) => [files.length, folders, text])).toEqual([
    [1, 0, ""],
    [0, 0, "some text"],
    [0, 0, "https://a/#v=2"],
    [2, 1, ""],
  ]);
  end();
  expect(send("drop", FILE)).toBe(true);
});

test("a text goes into a text field, a file into a file field, and no file into a text field", () => {
  const { taken, send } = page();
  expect([send("drop", TEXT, "textarea"), send("drop", FILE, "input[type=file]")]).toEqual([true, true]);
  expect(taken).toEqual([]);
  expect([send("dragover", FILE, "textarea"), send("drop", FILE, "textarea")]).toEqual([false, false]);
  expect(taken).toHaveLength(1);
});

test("content that is dragged inside the page opens nothing", () => {
  const { taken, send } = page();
  send("dragstart");
  expect(send("drop", TEXT)).toBe(false);
  send("dragstart");
  send("dragend");
  expect(taken).toEqual([]);
  send("drop", TEXT);
  expect(taken).toHaveLength(1);
});
