/** Readers of messages, fetched files and stored values of the page. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { defaultScenario } from "../../../src/engine/index.ts";
import { experiments } from "../../../src/experiments/experiments.ts";
import { readDropped } from "../../../src/ui/app/DroppedFile.tsx";
import { PAGE } from "../../../src/ui/app/features.ts";
import { Bench } from "../../../src/ui/core/bench.ts";
import { Device, type Stored } from "../../../src/ui/core/device.ts";
import { answer, SAWTOOTH } from "../../../src/ui/features/embed/host-messages.ts";
import { PROGRESS } from "../../../src/ui/features/lessons/lesson-session.ts";
import { REPORT, REPORTS } from "../../../src/ui/features/notebook/report-store.ts";
import { papersView } from "../../../src/ui/features/papers/shelves.ts";
import { loadStored } from "../../../src/ui/features/papers/stored-results.ts";
import { TALK_DRAFT } from "../../../src/ui/features/talks/talk-editor.ts";
import { TRIES } from "../../../src/ui/features/tasks/task-memory.ts";
import { TASK_DRAFT } from "../../../src/ui/features/tasks/teacher/class-editor.ts";
import { MARKS } from "../../../src/ui/features/tasks/teacher/marking.ts";
import { NOTEBOOK } from "../../../src/ui/parts/runs/keep.ts";
import { EXAMPLE } from "../../teaching/example-task.ts";
import { MadeAddress, MadeClock, MadeSimulator, madeSnapshot } from "../../ui/core/made-runs.ts";
import { accepted, type Reader, type Reading, refused } from "../reader.ts";
import { dataOf } from "./runs.ts";

const HOST = "https://course.example";

function embedded(link: string): Bench {
  const address = new MadeAddress();
  address.location.hash = `#${link}`;
  const bench = new Bench(new MadeSimulator(), address, new MadeClock(), undefined, undefined, PAGE);
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

/** Provides a device that has stored this text under every key. */
function onDevice<T>(text: string, read: (device: Device) => T): T {
  const before = Object.getOwnPropertyDescriptor(globalThis, "window");
  const localStorage = { length: 1, key: () => "sawtooth.aside 1", getItem: () => text, setItem() {} };
  const window = { localStorage, location: { protocol: "https:", pathname: "/" }, addEventListener() {} };
  Object.defineProperty(globalThis, "window", { value: window, configurable: true });
  try {
    return read(new Device(() => true));
  } finally {
    if (before === undefined) Reflect.deleteProperty(globalThis, "window");
    else Object.defineProperty(globalThis, "window", before);
  }
}

function kept<T>(of: Stored<T>, file: string, examples: readonly string[]): Reader {
  return {
    name: `${of.what}, on the device as "${of.key}"`,
    files: [file, "src/ui/core/stored-json.ts"],
    refuses: "gives none",
    examples,
    read: (text) => accepted(onDevice(text, (device) => device.read(of))),
  };
}

const BOOK = "runs=z.0000000A&base=2";
const TALK = "---\nkind: talk\nid: t\nlang: en\ntitle: T\n---\n## What is seen?\n\n- link: #v=2\n\nNotes.\n";

export const PAGE_READERS: readonly Reader[] = [
  {
    name: "message of the embedding page",
    files: ["src/ui/features/embed/host-messages.ts"],
    refuses: "gives none",
    examples: MESSAGES,
    read: heard,
  },
  {
    name: "stored result",
    files: ["src/ui/features/papers/stored-results.ts"],
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
    files: ["src/ui/features/papers/shelves.ts"],
    refuses: "gives none",
    examples: ["figure=abe-4", "v=2&figure=kwon-t3"],
    read(text) {
      const view = papersView(text, experiments);
      return view.unknown === null ? accepted(view.experiment?.id) : refused("there is no such figure");
    },
  },
  kept(PROGRESS, "src/ui/features/tasks/task-memory.ts", [
    JSON.stringify({
      reached: 2,
      answers: { 0: { chosen: [1, 0], stands: true }, 1: { points: [{ timeS: 1, value: 2 }], done: true } },
    }),
  ]),
  kept(TRIES, "src/ui/features/tasks/task-memory.ts", [
    '{"tries":2,"hints":1}',
    '{"tries":2,"hints":1,"settings":[{"key":"aqm","text":"pie"}],"answers":[{"id":"why","text":"so"}]}',
  ]),
  kept(MARKS, "src/ui/features/tasks/teacher/marking.ts", [
    '[{"handIn":"0abcdef","question":"why","points":2,"comment":"So."}]',
  ]),
  kept(REPORT, "src/ui/features/notebook/report-store.ts", [
    '{"title":"A run","notes":"Why?\\nBecause.","toggled":["figures"],"atMs":5}',
  ]),
  kept(REPORTS, "src/ui/features/notebook/report-store.ts", [
    '[{"key":"v=2","title":"A run","notes":"Why?\\nBecause.","toggled":["figures"]}]',
  ]),
  kept(TASK_DRAFT, "src/ui/features/tasks/teacher/class-editor.ts", [EXAMPLE]),
  kept(TALK_DRAFT, "src/ui/features/talks/talk-editor.ts", [TALK]),
  kept(NOTEBOOK, "src/ui/parts/runs/keep.ts", [BOOK, ""]),
  {
    name: "what was set aside, on the device",
    files: ["src/ui/core/device.ts"],
    refuses: "gives none",
    examples: ['["notebook","the notebook","unreadable"]\nruns=z.0000000A&base=2'],
    read: (text) =>
      accepted(
        onDevice(text, (device) => {
          device.start();
          return device.store.get().aside;
        }),
      ),
  },
];
