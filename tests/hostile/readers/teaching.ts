/** Readers of lessons, tasks, talks, hand-ins and lists of them, packed and as files. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { packText, unpackText } from "../../../src/lib/packed-text.ts";
import { handInCode, readHandIn } from "../../../src/teaching/answer/hand-in.ts";
import { readHandInList } from "../../../src/teaching/answer/hand-in-list.ts";
import { NO_RULES } from "../../../src/teaching/check/grading.ts";
import { readList } from "../../../src/teaching/check/read-list.ts";
import { type LessonReading, readLesson } from "../../../src/teaching/document/lesson.ts";
import { readLink } from "../../../src/teaching/document/links.ts";
import { readTalk, type TalkReading } from "../../../src/teaching/document/talk.ts";
import { readRoster } from "../../../src/teaching/roster/roster.ts";
import { readDeadline, timesOf } from "../../../src/teaching/tables/submission-time.ts";
import { evidenceIn } from "../../../src/teaching/task/questions.ts";
import { packTask, readTaskFrom, taskDigest, writeTask } from "../../../src/teaching/task/task.ts";
import { PIECES, PLOT_PIECES } from "../../../src/ui/parts/pieces.ts";
import { keptScenario } from "../../../src/ui/parts/runs/keep.ts";
import { bookFromFragment, bookToFragment, readBookFile } from "../../../src/ui/parts/runs/notebook.ts";
import { EXAMPLE, taskOf } from "../../teaching/example-task.ts";
import { accepted, orSentence, type Reader, type Reading, refused } from "../reader.ts";

const root = resolve(import.meta.dirname, "../../..");
const filesOf = (folder: string) =>
  readdirSync(resolve(root, folder)).map((name) => readFileSync(resolve(root, folder, name), "utf8"));

const PACKED = ["src/lib/packed-text.ts"];
const TASK = taskOf();
const SCENARIO_BYTES = JSON.stringify(TASK.scenario).length;
const LESSONS = [...filesOf("lessons"), ...filesOf("labs").filter((text) => text.includes("kind: lab"))];
const PROGRAM =
  "```program five\n// @queue Five\nfunction dequeue(packet) {\n  if (packet.sojournMs > 5) mark() || drop()\n}\n```";
const WITH_PROGRAM = EXAMPLE.replace(/^(scenario: \S*)/m, "$1&aqm=@five").replace(
  /\n---\n/,
  `\n---\n\n${PROGRAM}\n`,
);
const TALKS = filesOf("talks");
const CHALLENGES = filesOf("challenges").filter((text) => text.includes("kind: task"));

const HAND_IN = {
  taskId: TASK.id,
  taskDigest: taskDigest(TASK),
  name: "Ana Lima",
  tries: 2,
  settings: [
    { key: "beta-ecn", text: "0.8" },
    { key: "aqm", text: "pie" },
  ],
  answers: [{ id: "why", text: "It\nis" }],
};
const CODE = handInCode(HAND_IN);
/** A hand-in with the text of a program among its settings. */
const WITH_CODE = {
  ...HAND_IN,
  settings: [
    { key: "code.own-0", text: "// @sender x\r\nfunction onAck(tcp) {}\n\\n" },
    { key: "own-beta", text: "0.5" },
  ],
};
const LIST = `name,code\nAna Lima,${CODE}\n"Lee, Wei",#v=2&duration=20s&beta-ecn=0.7\nBob,https://x.example/#v=2&hand-in=${CODE}\n`;

type Problems = readonly { readonly message: string }[];

function orProblems(value: unknown, problems: Problems): Reading {
  return value === null ? refused(problems.map(({ message }) => message).join("\n")) : accepted(value);
}

const lesson = (text: string): LessonReading => readLesson(text, { pieces: PIECES.map(({ id }) => id) });
const talk = (text: string): TalkReading =>
  readTalk(
    text,
    PLOT_PIECES.map(({ id }) => id),
  );

/** Reads a packed text as a URL contains it: the packing is valid, and the text inside is mutated. */
function packedInto(read: (packed: string) => Reading): (text: string) => Reading {
  return (text) => {
    const packed = orSentence(() => packText(text));
    return packed.refused === null ? read(String(packed.value)) : packed;
  };
}

function readTask(text: string): Reading {
  const { task, problems } = readTaskFrom(text);
  return orProblems(task === null ? null : { task, again: writeTask(task) }, problems);
}

/** A URL as mail filters rewrite and break it. */
const REDIRECTED = `> https://safe.example/?url=${encodeURIComponent(`https://sawtooth.example/#hand-in=${CODE}`)}&data=1
${CODE.slice(0, 40)}
${CODE.slice(40)}
`;

export const TEACHING_READERS: readonly Reader[] = [
  {
    name: "lesson",
    files: [],
    refuses: "gives none",
    examples: LESSONS,
    read(text) {
      const read = lesson(text);
      return orProblems(read.lesson, read.problems);
    },
  },
  {
    name: "talk",
    files: [],
    refuses: "gives none",
    examples: TALKS,
    read(text) {
      const read = talk(text);
      return orProblems(read.talk, read.problems);
    },
  },
  {
    name: "task",
    files: ["src/teaching/task/task.ts", "src/teaching/document/file-programs.ts"],
    refuses: "gives none",
    examples: [EXAMPLE, WITH_PROGRAM, ...CHALLENGES],
    read: readTask,
  },
  {
    name: "task in a link",
    files: PACKED,
    refuses: "gives none",
    examples: [packTask(TASK), `https://x.example/#v=2&task=${packTask(TASK)}`],
    read: readTask,
  },
  {
    name: "task, packed anew",
    files: PACKED,
    refuses: "gives none",
    examples: [EXAMPLE],
    read: packedInto(readTask),
  },
  {
    name: "packed text",
    files: PACKED,
    refuses: "throws a sentence",
    examples: [packText(LESSONS[0]), packText("a"), packText("0".repeat(50_000))],
    read: (text) => orSentence(() => unpackText(text)),
  },
  {
    name: "hand-in",
    files: PACKED,
    refuses: "gives none",
    examples: [CODE, `https://x.example/#v=2&hand-in=${CODE}`, "#v=2&beta-ecn=0.7"],
    read: readOneHandIn,
  },
  {
    name: "hand-in, packed anew",
    files: PACKED,
    refuses: "gives none",
    examples: [unpackText(CODE), unpackText(handInCode(WITH_CODE))],
    read: packedInto((code) => judged(`${code}\n`)),
  },
  {
    name: "list of hand-ins",
    files: [...PACKED, "src/teaching/answer/found-hand-in.ts"],
    refuses: "throws a sentence",
    examples: [LIST, CODE, REDIRECTED],
    read: judged,
  },
  {
    name: "roster",
    files: [],
    refuses: "throws a sentence",
    examples: ['First name,Surname,ID number\nAna,Souza,7\n"Wei, the second",Lee,8\n'],
    read: (text) => orSentence(() => readRoster(text)),
  },
  {
    name: "time of a hand-in, and deadline",
    files: [],
    refuses: "throws a sentence",
    examples: ["2026-11-30 23:59 +01:00", "2026-11-30"],
    read: (text) =>
      orSentence(() => ({ times: timesOf([text, "3/25/2026 1:15 PM"], 0), deadline: readDeadline(text) })),
  },
  {
    name: "evidence pinned to a question",
    files: ["src/teaching/task/questions.ts"],
    refuses: "gives none",
    examples: ["join,1,3;rtt=20ms", "join,1,3"],
    read(text) {
      const evidence = evidenceIn(text);
      return evidence === null ? refused("no story, event or stretch") : accepted(evidence);
    },
  },
  {
    name: "notebook in a link",
    files: PACKED,
    refuses: "throws a sentence",
    examples: [
      bookToFragment({
        runs: [
          { link: "v=2&rtt=20ms", name: "short" },
          { link: "v=2", name: "as it is" },
        ],
        base: 1,
        scales: "own",
      }),
    ],
    read: (text) => orSentence(() => bookFromFragment(text)),
  },
  {
    name: "notebook as a file",
    files: [],
    refuses: "gives none",
    examples: [
      "notebook: 1\nbase: 2\nscales: own\n\nrun: short\nlink: v=2&rtt=20ms\n\nrun: PIE\nlink: v=2&aqm=pie\n",
    ],
    read(text) {
      const { book, problems } = readBookFile(text);
      return orProblems(book, problems);
    },
  },
  {
    name: "notebook, packed anew",
    files: PACKED,
    refuses: "throws a sentence",
    examples: ["v=2&rtt=20ms short\nv=2&aqm=pie PIE"],
    read: packedInto((packed) =>
      orSentence(() =>
        bookFromFragment(`runs=${packed}`).runs.map(({ link }) => keptScenario(link).scenario),
      ),
    ),
  },
  {
    name: "link in a lesson",
    files: ["src/teaching/document/links.ts"],
    refuses: "gives none",
    examples: ["#v=2&rtt=20ms", "#point=cwnd&from=20s&to=30s", "https://example.org/a"],
    read(text) {
      const link = readLink(text);
      return link.to === "nowhere" ? refused(link.problem) : accepted(link);
    },
  },
];

function readOneHandIn(text: string): Reading {
  const read = readHandIn(text);
  return read.kind === "unreadable" ? refused(read.message) : accepted(read);
}

/** Reads a teacher's list as far as the runs that it needs. */
function judged(text: string): Reading {
  const reading = orSentence(() => readList(TASK, readHandInList(text), NO_RULES));
  const hands = Array.isArray(reading.value) ? reading.value.length : 0;
  // Each hand-in represents a scenario.
  return { ...reading, bytes: Math.max(Buffer.byteLength(text), hands * SCENARIO_BYTES) };
}
