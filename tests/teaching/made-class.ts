/**
 * A class of 200 students as a learning platform lists it, with thirty kinds of honest and dishonest hand-ins. Each
 * kind states what the check must find. Few runs are needed, because most answers are equal.
 */
import { scenarioToUrl } from "../../src/engine/index.ts";
import { handInCode, handInOf } from "../../src/teaching/answer/hand-in.ts";
import type { Flag } from "../../src/teaching/check/whose.ts";
import { readTask, type Task, writeTask } from "../../src/teaching/task/task.ts";
import { variantOf } from "../../src/teaching/task/variant.ts";
import { taskOf } from "./example-task.ts";

/** A task with three variants. */
export const CLASS_TASK: Task = taskOf(
  ["#v=2&duration=20s", "#v=2&capacity=2Mbps&duration=6s&warmup=1s&beta-ecn=0.95&target=200ms"],
  ["also: #capacity=20Mbps\n", ""],
  ["change: aqm codel, pie", "change: target 1ms..200ms"],
  ["utilisation >= 95 %", "utilisation >= 50 % for 1 point"],
  ["delay-p99 <= 30 ms", "delay-p99 <= 120 ms for 3 points, part from 300 ms"],
  ["seeds: 2", "seeds: 1"],
);

export const DEADLINE = "2026-11-30 23:59 +01:00";
const IN_TIME = "Monday, 30 November 2026, 9:15 PM";
const TOO_LATE = "Wednesday, 2 December 2026, 1:15 AM";

interface Student {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

interface Kind {
  readonly what: string;
  /** Returns the student's hand-in. `other` is another student of the class, who has handed in their own work. */
  handIn(own: Student, other: Student): string;
  readonly sent?: string;
  /**
   * Expected flags. With three variants, another student often has the same variant, so that flag is not listed here.
   */
  readonly flags: readonly Exclude<Flag, "another's variant">[];
  readonly result?: "not counted" | "no hand-in";
  /** True if the variant was made from the student's name, although the variant of the student's number counts. */
  readonly isByName?: true;
}

const GOOD = { target: "5ms" } as const;

const codeOf = (
  name: string,
  answer: Readonly<Record<string, string>> = GOOD,
  tries = 1,
  task = CLASS_TASK,
) =>
  handInCode(
    handInOf(
      task,
      { name, tries },
      Object.entries(answer).map(([key, text]) => ({ key, text })),
    ),
  );

const linkOf = (name: string, more = "target=5ms") =>
  `https://x.example/#${scenarioToUrl(variantOf(CLASS_TASK, name).scenario)}&${more}`.replace(
    "&target=200ms",
    "",
  );

const otherTask = () => {
  const { task } = readTask(writeTask(CLASS_TASK).replace("id: choose-beta", "id: another"));
  if (task === null) throw new Error("the other task cannot be read");
  return task;
};

export const KINDS: readonly Kind[] = [
  { what: "a code with the number", handIn: ({ id }) => codeOf(id), flags: [] },
  { what: "with the name", handIn: ({ name }) => codeOf(name), flags: [], isByName: true },
  { what: "with the address", handIn: ({ email }) => codeOf(email), flags: [] },
  { what: "in capitals with blanks", handIn: ({ id }) => codeOf(`  ${id.toUpperCase()} `), flags: [] },
  {
    what: "with the surname first",
    handIn: ({ name }) => codeOf(name.split(" ").reverse().join(", ")),
    flags: [],
    isByName: true,
  },
  { what: "with words around it", handIn: ({ id }) => `Here it is: ${codeOf(id)} Thank you!`, flags: [] },
  { what: "in HTML", handIn: ({ id }) => `<p dir="ltr">${codeOf(id)}<br></p>`, flags: [] },
  { what: "a link of the bench", handIn: ({ id }) => linkOf(id), flags: [] },
  { what: "another good answer", handIn: ({ id }) => codeOf(id, { target: "6ms" }), flags: [] },
  { what: "an answer on the way", handIn: ({ id }) => codeOf(id, { target: "100ms" }), flags: [] },
  { what: "an answer that is wrong", handIn: ({ id }) => codeOf(id, { target: "199ms" }), flags: [] },
  { what: "nothing changed", handIn: ({ id }) => codeOf(id, {}), flags: [] },
  { what: "the last try", handIn: ({ id }) => codeOf(id, GOOD, 3), flags: [] },
  { what: "nothing handed in", handIn: () => "", flags: [], result: "not counted" },
  {
    what: "the task's own link",
    handIn: () => "https://x.example/#task=z.abc",
    flags: [],
    result: "not counted",
  },
  { what: "words only", handIn: () => "I did not manage it", flags: [], result: "not counted" },
  { what: "a code cut off", handIn: ({ id }) => codeOf(id).slice(0, -6), flags: [], result: "not counted" },
  {
    what: "another task",
    handIn: ({ id }) => codeOf(id, GOOD, 1, otherTask()),
    flags: [],
    result: "not counted",
  },
  {
    what: "what the task keeps was changed",
    handIn: ({ id }) => codeOf(id, { capacity: "1Mbps" }),
    flags: [],
    result: "not counted",
  },
  {
    what: "out of bounds",
    handIn: ({ id }) => codeOf(id, { target: "300ms" }),
    flags: [],
    result: "not counted",
  },
  {
    what: "the code of another",
    handIn: (_, other) => codeOf(other.id),
    flags: ["another's name", "copy"],
  },
  {
    what: "another's number, an answer of his own",
    handIn: (_, other) => codeOf(other.id, { target: "7ms" }),
    flags: ["another's name"],
  },
  {
    what: "a name of nobody",
    handIn: ({ id }) => codeOf(`nobody ${id}`),
    flags: [],
    isByName: true,
  },
  {
    what: "a letter that nobody sees",
    handIn: ({ id }) => codeOf(`${id}\u200B`),
    flags: [],
    isByName: true,
  },
  {
    what: "letters turned round",
    handIn: ({ id }) => codeOf(`\u202E${id}`),
    flags: [],
    isByName: true,
  },
  { what: "too many tries", handIn: ({ id }) => codeOf(id, GOOD, 4), flags: ["too many tries"] },
  { what: "too late", handIn: ({ id }) => codeOf(id), sent: TOO_LATE, flags: ["late"] },
  {
    what: "a day too late and too often",
    handIn: ({ id }) => codeOf(id, GOOD, 9),
    sent: TOO_LATE,
    flags: ["too many tries", "late"],
  },
  { what: "a time that is none", handIn: ({ id }) => codeOf(id), sent: "yesterday", flags: ["time unknown"] },
  { what: "without a name in it, the same by several", handIn: () => codeOf("", GOOD), flags: ["copy"] },
];

const FIRST = ["Ana", "Wei", "Bruno", "Li", "Carla", "Minh", "Olu", "Sara", "Yuki", "Zoë"];
const LAST = ["Souza", "Wang", "Costa", "Nguyen", "Okafor", "Müller", "Tanaka", "Silva"];

/** Students whose positions differ by 80 have the same name. */
const students: readonly Student[] = Array.from({ length: 200 }, (_, i) => ({
  id: `s${1001 + i}`,
  name: `${FIRST[i % FIRST.length]} ${LAST[i % LAST.length]}`,
  email: `student${1001 + i}@x.example`,
}));

interface MadeHandIn {
  readonly own: Student;
  readonly other: Student;
  readonly kind: Kind;
}

export const HAND_INS: readonly MadeHandIn[] = students.map((own, i) => {
  const kind = KINDS[i % KINDS.length];
  // The first student of each round hands in their own work under their number.
  return { own, other: students[i - (i % KINDS.length)], kind };
});

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const table = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => `${row.map(quoted).join(",")}\n`).join("");

/** Moodle's grading worksheet, with the columns of its documentation. */
export const MOODLE_LIST = table([
  [
    ...["Identifier", "Full name", "ID number", "Email address", "Status", "Grade", "Maximum grade"],
    ...["Grade can be changed", "Last modified (submission)", "Online text", "Last modified (grade)"],
    "Feedback comments",
  ],
  ...HAND_INS.map(({ own, other, kind }, i) => [
    ...[`Participant ${7000 + i}`, own.name, own.id, own.email, "Submitted for grading", "", "10.00", "Yes"],
    ...[kind.sent ?? IN_TIME, kind.handIn(own, other), "-", ""],
  ]),
]);

/** The export of Canvas's grade book. */
export const CANVAS_ROSTER = table([
  ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Choose β_ecn (7788)", "Current Score"],
  ["    Points Possible", "", "", "", "", "5.00", "(read only)"],
  ...students.map(({ id, name, email }, i) => [
    ...[name.split(" ").reverse().join(", "), String(90_000 + i), id, email, "A", "", "81.5"],
  ]),
]);

/** A list from a form, with codes and only numbers beside them. */
export const FORM_LIST = table([
  ["Timestamp", "Student number", "Your code"],
  ...HAND_INS.map(({ own, other, kind }) => [
    kind.sent ?? "2026-11-30 21:15",
    own.id,
    kind.handIn(own, other),
  ]),
]);
