import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TEMPLATES } from "../../../src/engine/custom/templates.ts";
import { defaultScenario, scenarioFromUrl, scenarioToUrl, version1Words } from "../../../src/engine/index.ts";
import { zipFile } from "../../../src/lib/file-text.ts";
import { droppedOf, takeDrop } from "../../../src/ui/app/DroppedFile.tsx";
import type { Bench } from "../../../src/ui/core/bench.ts";
import { sliceIn } from "../../../src/ui/core/slice.ts";
import { consentOf } from "../../../src/ui/features/custom-code/consent.ts";
import { withUnit } from "../../../src/ui/features/measured/read-files.ts";
import { MEASURED } from "../../../src/ui/features/measured/shown-measurement.ts";
import { classEditorOf } from "../../../src/ui/features/tasks/teacher/class-editor.ts";
import { bookToFile } from "../../../src/ui/parts/runs/notebook.ts";
import { EXAMPLE } from "../../teaching/example-task.ts";
import { madeBench, withBeta } from "../core/made-runs.ts";

let bench: Bench;

beforeEach(() => {
  bench = madeBench();
  vi.stubGlobal("navigator", { hardwareConcurrency: 1 });
});

afterEach(() => vi.unstubAllGlobals());

const fileOf = (content: BlobPart, name = "it") => new File([content], name);
const drop = (files: readonly File[], more: { folders?: number; text?: string } = {}) =>
  takeDrop(bench, { files, folders: 0, text: "", ...more });
const dropText = (content: BlobPart, name?: string) => drop([fileOf(content, name)]);
const shown = () => droppedOf(bench).get().shown;
const said = () => {
  const now = shown();
  if (now === null || !("why" in now)) throw new Error("nothing was refused");
  return [now.why, ...now.problems.map(({ line, message }) => `${line}: ${message}`)].join(" ");
};

const LESSON = readFileSync("lessons/mark-and-loss.md", "utf8");
const TALK = readFileSync("talks/one-mark.md", "utf8");
const PIE = scenarioFromUrl("v=2&aqm=pie").scenario;

test.each([
  ["lesson", LESSON],
  ["lesson", `\uFEFF${LESSON.replaceAll("\n", "\r\n")}`],
  ["task", EXAMPLE],
  ["talk", TALK],
])("a %s is opened on the bench", async (kind, text) => {
  await dropText(text);
  expect([bench.store.get().guide?.kind, bench.store.get().dialog]).toEqual([kind, null]);
});

test.each([
  ["a scenario", JSON.stringify(PIE)],
  ["what run --json printed", JSON.stringify({ schema: 1, scenario: PIE })],
  ["a link", "https://elsewhere.example/#v=2&aqm=pie"],
])("%s is opened on the bench, from another screen too", async (_, text) => {
  bench.showScreen({ id: "papers", text: "" });
  await dropText(text);
  const { screen, scenario } = bench.store.get();
  expect([screen.id, scenarioToUrl(scenario)]).toEqual(["bench", scenarioToUrl(PIE)]);
});

test("a program is shown before it runs, and then used in the run", async () => {
  const code = TEMPLATES[0].code;
  await dropText(code, "aimd.js");
  expect([bench.store.get().dialog, bench.store.get().scenario.programs]).toEqual(["program", undefined]);
  consentOf(bench).agree();
  const { scenario, notices } = bench.store.get();
  expect(scenario.programs?.map(({ code }) => code)).toEqual([code.trim()]);
  expect(scenario.flows[0].cc).toMatch(/^own-/);
  expect(notices.map(({ title, lines }) => [title, ...lines])).toEqual([
    ["“aimd.js” is opened.", "It is the sender of flow 1."],
  ]);
  await dropText("// @sender Bad\nfunction onMark(tcp) {}", "bad.js");
  expect(said()).toMatch(/^“bad\.js” is not a program yet: 1: A sender needs a function onAck/);
});

test("a scenario can be undone, and an old one is reported", async () => {
  bench.edits.edit(withBeta(0.7));
  await dropText(JSON.stringify({ v: 1, queue: { aqm: "pie" } }), "old.json");
  const [notice] = bench.store.get().notices;
  expect([notice.title, ...notice.lines]).toEqual(["“old.json” is opened.", version1Words("file")]);
  bench.edits.undo();
  expect(scenarioToUrl(bench.store.get().scenario)).toBe(scenarioToUrl(withBeta(0.7)));
});

test("a notebook and a list of hand-ins open on their screens, whatever is on the bench", async () => {
  bench.edits.edit(withBeta(0.7));
  const book = { runs: [{ link: "v=2&aqm=pie", name: "one" }], base: 0, scales: "auto" as const };
  await dropText(bookToFile(book));
  expect(bench.store.get().screen.id).toBe("notebook");
  const list = "name,code\nAna,https://a/#task=z.abc&hand-in=z.abcdefg\n";
  await dropText(list);
  await dropText("Bo,z.abcdefghijklmn");
  expect(bench.store.get().screen).toEqual({ id: "class", text: "check" });
  expect(classEditorOf(bench).store.get().inputs.handIns).toBe(`${list}Bo,z.abcdefghijklmn`);
  // A table with headings replaces the list.
  await dropText(list);
  expect(classEditorOf(bench).store.get().inputs.handIns).toBe(list);
});

test("a scenario file with faults is opened as the nearest valid scenario, with a notice", async () => {
  const links = Array.from({ length: 40 }, (_, i) => ({ id: `l${i}`, from: "a", to: "b" }));
  await dropText(JSON.stringify({ path: { topology: "custom", links } }), "many.json");
  const [notice] = bench.store.get().notices;
  expect(notice.title).toBe("“many.json” has faults; the nearest valid scenario is opened.");
  expect(notice.lines[0]).toBe("Links must be at most 32, got 40; the first 32 are used.");
  expect(bench.store.get().scenario.path.links).toHaveLength(32);
});

test("a drop that would lose work on the bench asks first", async () => {
  bench.edits.edit(withBeta(0.7));
  await dropText(LESSON);
  expect([bench.store.get().guide, bench.store.get().dialog]).toEqual([null, "dropped"]);
  const asked = shown();
  if (asked === null || "why" in asked) throw new Error("it asks");
  expect(asked.what).toBe("The lesson “What a mark tells that a loss does not”");
  asked.open(bench);
  expect(bench.store.get().guide?.kind).toBe("lesson");
  await dropText(TALK);
  expect([bench.store.get().guide?.kind, bench.store.get().dialog]).toEqual(["lesson", "dropped"]);
});

test("a user who may not change the run cannot drop another one", async () => {
  bench.store.set({ bounds: { by: "The task", touch: ["beta-ecn"], ranges: new Map() } });
  await dropText(JSON.stringify(PIE));
  expect(said()).toMatch(/^The task/);
  bench.openFragment("v=2&touch=rtt&embed=1");
  await dropText(LESSON);
  expect([said(), bench.store.get().guide]).toEqual([expect.stringMatching(/^This link/), null]);
  expect(scenarioToUrl(bench.store.get().scenario)).toBe(scenarioToUrl(defaultScenario()));
});

const unreadable = Object.assign(fileOf("x"), { arrayBuffer: () => Promise.reject(new Error("gone")) });
const huge = Object.defineProperty(fileOf("x", "film.mp4"), "size", { value: 4e9 });

test.each<[string, () => Promise<void>, RegExp]>([
  ["a folder", () => drop([fileOf("")], { folders: 1 }), /^This is a folder without files\./],
  ["a folder that is not said to be one", () => drop([unreadable]), /cannot be read: it is a folder/],
  ["several", () => drop([fileOf(LESSON), fileOf(LESSON)]), /^These are 2 files, and none has a hand-in\./],
  ["a huge one", () => drop([huge]), /^“film\.mp4” has 4000\.0 MB\./],
  ["a picture", () => dropText(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff])), /is not a text file\./],
  [
    "a workbook",
    () => dropText(zipFile({ "[Content_Types].xml": "<Types/>" }), "a.xlsx"),
    /is not a text file\./,
  ],
  ["a damaged zip", () => dropText(new Uint8Array([0x50, 0x4b, 3, 4])), /The zip is damaged/],
  ["an empty one", () => dropText(" \n"), /is empty\./],
  ["prose", () => dropText("Once upon a time."), /is not a file that Sawtooth can read\./],
  [
    "a lesson with a fault",
    () => dropText(LESSON.replace("minutes: 8", "minutes: x")),
    /is not a lesson yet: \d+: minutes/,
  ],
  [
    "a task with a fault",
    () => dropText(EXAMPLE.replace("seeds: 2", "seeds: x")),
    /is not a task yet: \d+: seeds/,
  ],
  ["a scenario with a fault", () => dropText('{"queue":{"aqm":"none"}}'), /is not a scenario: 0: .*none/],
  ["broken JSON", () => dropText("{"), /is not JSON: /],
  ["a notebook with a fault", () => dropText("notebook: 9\n"), /is not a notebook yet: 1: /],
  [
    "a link of another site",
    () => dropText("https://example.org/wiki/TCP#History"),
    /not a link to Sawtooth/,
  ],
  ["a link without a fragment", () => drop([], { text: "https://example.org/" }), /not a link to Sawtooth/],
  ["a text", () => drop([], { text: "hello" }), /^The text is not a file that Sawtooth can read\./],
])("%s is refused with a sentence, and the bench stays as it is", async (_, act, words) => {
  const before = bench.store.get().scenario;
  await act();
  expect(said()).toMatch(words);
  expect([bench.store.get().scenario, bench.store.get().dialog]).toEqual([before, "dropped"]);
});

test("a zip archive of hand-ins, or several files of them, opens as the list of hand-ins", async () => {
  const handIn = "https://x.example/#v=2&duration=20s&beta-ecn=0.8";
  const files = {
    "doea_5001_77_mine.txt": handIn,
    "roeb_LATE_5002_78_text.html": `<p>${handIn.replaceAll("&", "&amp;")}</p>`,
  };
  await dropText(zipFile(files), "submissions.zip");
  const editor = classEditorOf(bench);
  expect([
    bench.store.get().screen.text,
    editor.list()?.entries.map(({ name, ids, text }) => [name, ids, text]),
  ]).toEqual([
    "check",
    [
      ["doea", ["doea", "5001", "77"], handIn],
      ["roeb", ["roeb", "5002", "78"], handIn],
    ],
  ]);
  await drop(Object.entries(files).map(([name, text]) => fileOf(text, name)));
  expect(editor.list()?.entries).toHaveLength(2);
  await dropText(zipFile({ "a.txt": "nothing" }), "empty.zip");
  expect(said()).toMatch(/no file in it has a hand-in/);
});

test.each(["0.0 1.5\n1.0 2.5\n", "time_s,rate_mbps\n0,1\n1,2\n", "10\n20\n30\n"])(
  "a recorded capacity sets the capacity over time: %j",
  async (text) => {
    await dropText(text, "a.txt");
    expect(bench.store.get().settings.path.params["capacity-pattern"]).not.toBe("");
    expect(bench.store.get().notices.at(-1)?.title).toContain("“a.txt” is the capacity over time");
  },
);

test.each([
  ["0 1500\n1 2500\n", "has columns of numbers without names"],
  ["[ ID] Interval           Transfer\n", "is a text report of iperf3"],
  [new Uint8Array([0x1f, 0x8b, 8, 0]), "is compressed (gzip). Decompress it first."],
])("a file that is no measurement is refused by its kind: %j", async (content, why) => {
  await dropText(content);
  expect(said()).toContain(why);
});

test("a table in ms is overlaid on the bench's run, also with a chosen unit", async () => {
  await dropText("t,rtt\n0,104\n1,106\n", "a.csv");
  const measured = sliceIn(bench.store.get(), MEASURED).file;
  expect(measured?.measurement.units).toMatchObject([{ column: "t" }, { column: "rtt", unit: "ms" }]);
  if (measured === null) throw new Error("nothing is shown");
  await withUnit(bench, measured, "rtt", "us");
  expect(sliceIn(bench.store.get(), MEASURED).file?.connection.series.srttMs?.value[0]).toBeCloseTo(0.104, 9);
});
