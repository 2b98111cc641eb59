/** What the page hears, fetches, and finds on the device. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { defaultScenario } from "../../../src/engine/index.ts";
import { experiments } from "../../../src/experiments/experiments.ts";
import { readDropped } from "../../../src/ui/app/DroppedFile.tsx";
import { settingsOf } from "../../../src/ui/bench/sound/sound-player.ts";
import { draftFromFile, meaningOf } from "../../../src/ui/class/task-fields.ts";
import { answer, SAWTOOTH } from "../../../src/ui/embed/host-messages.ts";
import { readMemory, readProgress } from "../../../src/ui/guides/memory.ts";
import { papersView } from "../../../src/ui/papers/library.ts";
import { loadStored } from "../../../src/ui/papers/stored-results.ts";
import { ownBook, setOwnBook } from "../../../src/ui/saved-runs/keep.ts";
import { readReports } from "../../../src/ui/saved-runs/report-store.ts";
import { Bench } from "../../../src/ui/state/bench.ts";
import { EXAMPLE } from "../../teaching/example-task.ts";
import { MadeAddress, MadeClock, MadeSimulator, madeSnapshot } from "../../ui/state/made-runs.ts";
import { accepted, type Reader, type Reading, refused } from "../reader.ts";
import { dataOf } from "./runs.ts";

const HOST = "https://course.example";

function embedded(link: string): Bench {
  const address = new MadeAddress();
  address.location.hash = `#${link}`;
  const bench = new Bench(new MadeSimulator(), address, new MadeClock());
  bench.start(false);
  const { scenario, run } = bench.store.get();
  bench.store.set({ run: { ...run, scenario, snapshot: madeSnapshot({ utilisation: 0.93 }) } });
  return bench;
}

const MESSAGES = [
  { type: "read", metrics: ["utilisation", "goodput@flow1"] },
  { type: "set", settings: { "beta-ecn": 0.8, aqm: "pie", target: "7ms", flow: ["cc=cubic", "cc=newreno"] } },
  { type: "set", link: "#v=2&cc=cubic", theme: "dark" },
  { type: "subscribe", to: ["run", "settings"], metrics: ["delay-p99"] },
  { type: "unsubscribe" },
].map((message) => JSON.stringify({ sawtooth: SAWTOOTH, id: 1, ...message }));

function heard(text: string): Reading {
  const bench = embedded(`v=2&embed=1&host=${HOST}`);
  const answered = answer(bench, { origin: HOST, subscriptions: new Map() }, dataOf(text));
  if (answered === null) return refused("no message of this interface");
  const { reply } = answered;
  const value = { answered, scenario: bench.store.get().scenario };
  return { refused: reply.ok ? null : reply.error, value };
}

const STORED = readFileSync(
  resolve(import.meta.dirname, "../../../public/papers/control-kwon-t3.json"),
  "utf8",
);
const STORED_ID = String(JSON.parse(STORED).id);

async function stored(text: string): Promise<Reading> {
  const loaded = await loadStored(STORED_ID, async () => ({ ok: true, status: 200, text: async () => text }));
  return loaded.stored === null ? refused(loaded.problem) : accepted(loaded.stored);
}

/** The device remembers this text, whatever is asked of it. */
function onDevice<T>(text: string, read: () => T): T {
  const before = Object.getOwnPropertyDescriptor(globalThis, "window");
  const localStorage = { getItem: () => text, setItem() {} };
  Object.defineProperty(globalThis, "window", { value: { localStorage }, configurable: true });
  try {
    return read();
  } finally {
    if (before === undefined) Reflect.deleteProperty(globalThis, "window");
    else Object.defineProperty(globalThis, "window", before);
  }
}

const BOOK = "runs=z.0000000A&base=2";

export const PAGE_READERS: readonly Reader[] = [
  {
    name: "message of the page around",
    files: ["src/ui/embed/host-messages.ts"],
    refuses: "gives none",
    examples: MESSAGES,
    read: heard,
  },
  {
    name: "stored result",
    files: ["src/ui/papers/stored-results.ts"],
    refuses: "gives none",
    examples: [STORED],
    read: stored,
  },
  {
    name: "file dropped on the page",
    files: ["src/ui/app/DroppedFile.tsx"],
    refuses: "gives none",
    examples: [
      JSON.stringify({ schema: 1, scenario: defaultScenario() }),
      EXAMPLE,
      "https://x.example/#v=2&aqm=pie&pin=v%3D2",
      "Ana,#v=2&beta-ecn=0.7",
    ],
    read(text) {
      const dropped = readDropped("“x”", text);
      if (!("why" in dropped)) return accepted(dropped.what);
      return refused([dropped.why, ...dropped.problems.map(({ message }) => message)].join("\n"));
    },
  },
  {
    name: "figure of a paper in a link",
    files: ["src/ui/papers/library.ts"],
    refuses: "gives none",
    examples: ["figure=abe-4", "v=2&figure=kwon-t3"],
    read(text) {
      const view = papersView(text, experiments);
      return view.unknown === null ? accepted(view.experiment?.id) : refused("there is no such figure");
    },
  },
  {
    name: "progress of a lesson, on the device",
    files: ["src/ui/guides/memory.ts"],
    refuses: "gives none",
    examples: [
      JSON.stringify({
        reached: 2,
        answers: { 0: { chosen: [1, 0], stands: true }, 1: { points: [{ timeS: 1, value: 2 }], done: true } },
      }),
    ],
    read: (text) => accepted(onDevice(text, () => readProgress("lesson.red"))),
  },
  {
    name: "tries at a task, on the device",
    files: ["src/ui/guides/memory.ts"],
    refuses: "gives none",
    examples: ['{"tries":2,"hints":1}'],
    read: (text) => accepted(onDevice(text, () => readMemory("abc"))),
  },
  {
    name: "reports, on the device",
    files: ["src/ui/saved-runs/report-store.ts"],
    refuses: "gives none",
    examples: ['[{"key":"v=2","title":"A run","notes":"Why?\\nBecause.","toggled":["figures"]}]'],
    read: (text) => accepted(onDevice(text, readReports)),
  },
  {
    name: "sound, on the device",
    files: ["src/ui/bench/sound/sound-player.ts"],
    refuses: "gives none",
    examples: ["volume=60&tone=on&rustle=off&ticks=on"],
    read: (text) => accepted(settingsOf(text)),
  },
  {
    name: "task being written, on the device",
    files: [],
    refuses: "gives none",
    examples: [EXAMPLE],
    read(text) {
      const { task, faults } = meaningOf(draftFromFile(text));
      return { refused: task === null ? [...faults.values()].join("\n") : null, value: task };
    },
  },
  {
    name: "notebook, on the device",
    files: [],
    refuses: "gives none",
    examples: [BOOK, ""],
    read(text) {
      const bench = embedded("v=2");
      setOwnBook(bench, { runs: [], base: 0, ownScales: false });
      return accepted(onDevice(text, () => ownBook(bench)));
    },
  },
];
