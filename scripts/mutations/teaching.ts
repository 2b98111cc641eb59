/** Faults in reading, answering and judging tasks. */
import { inFile } from "./mutation.ts";

const at = (name: string) => `src/teaching/${name}.ts`;

export const teachingFaults = [
  ...inFile(
    at("task/points"),
    ["one.now * share", "one.now", "what the start meets is paid for after an idle change"],
    ["(now - start) / (1 - start)", "now", "what the start has reached on the way is paid for"],
  ),
  ...inFile(
    at("check/check"),
    ["met: runs.every(({ met }) => met)", "met: runs.some(({ met }) => met)", "one good seed is enough"],
    [
      "const passed = isChanged && met === conditions.length",
      "const passed = isChanged && met > 0",
      "one condition of several is enough",
    ],
    [
      "const isChanged = runs[0].key !== start[0].key",
      "const isChanged = true",
      "doing nothing earns points",
    ],
    ["margin(one) < margin(last)", "margin(one) > margin(last)", "the table shows the most favourable run"],
    [
      "measured.some((one) => one === undefined)",
      "measured.every((one) => one === undefined)",
      "a verdict is given before all runs are there",
    ],
  ),
  ...inFile(
    at("check/grading"),
    [
      "const passed = one.problems.length === 0 && verdict?.passed === true",
      "const passed = verdict?.passed === true",
      "who changes what the task keeps can pass",
    ],
    ["if (strict && lost.length > 0)", "if (lost.length > 0)", "a flag takes points without --strict"],
    [
      'flags.filter((flag) => flag !== "late" && flag !== "another version")',
      'flags.filter((flag) => flag !== "another version")',
      "strict rules take twice from who is late",
    ],
    [
      'if ((one.entry.text === "") !==',
      'if ((one.entry.text === " ") !==',
      "an empty line is the last hand-in",
    ],
  ),
  ...inFile(
    at("check/check-list"),
    ['flags: isOwn(one) ? [] : ["copy"]', 'flags: ["copy"]', "whoever was copied from has a flag"],
    ['isListed && nameInCode !== ""', "false", "the code of another is one's own"],
    [
      "if (handIn.taskDigest !== taskDigest(task))",
      "if (handIn.taskId !== task.id)",
      "an older version counts",
    ],
    [
      "id || name || listed.name : name || id || listed.name",
      "id || name || listed.name : id || listed.name",
      "the list decides the variant",
    ],
    ["who[k] !== who[i]", "k !== i", "a second hand-in of the same student is called a copy"],
  ),
  ...inFile(
    at("task/task"),
    ["also: [], keys: [], isPart: true", "keys: [], isPart: true", "hidden paths are in the students' link"],
    [
      "return packText(writeTask(studentsPart(task)));",
      "return packText(writeTask(task));",
      "the link has the secrets",
    ],
  ),
  ...inFile(at("roster/roster"), [
    "found.length === 1",
    "found.length > 0",
    "a number of two is the first one's",
  ]),
  ...inFile(at("tables/submission-time"), [
    "saysDayFirst === saysMonthFirst ? null",
    "false ? null",
    "3/5 is a day in March without a reason",
  ]),
  ...inFile("src/lib/csv.ts", [
    "const FORMULA = /(^|[;",
    "const FORMULA = /([;",
    "a name can be a formula of a spreadsheet",
  ]),
  ...inFile(
    at("document/parameters"),
    ["own.unit === low.unit && ", "", "a bound in packets is compared with bytes"],
    ["own.amount <= high.amount", "own.amount < high.amount", "the upper end is not allowed"],
  ),
  ...inFile(
    at("answer/answer"),
    [
      'others: isAll ? [] : ["Something else of the scenario"]',
      "others: []",
      "what cannot be named is left out in silence",
    ],
    [
      "if (own.every(({ value }) => value === own[0].value)) say(id, own[0].text);",
      "if (own.length > 0) say(id, own[0].text);",
      "flows with values of their own are handed in as equal",
    ],
  ),
  ...inFile(at("task/variant"), [
    "hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);\n",
    "",
    "variants are other ones than yesterday",
  ]),
  ...inFile(at("task/scorm"), [
    "event.source !== frame.contentWindow || ",
    "",
    "any window can report a score",
  ]),
  ...inFile(
    "src/teaching/league/league.ts",
    ["b === null || a === b ? [false] : [false, true]", "[false]", "one sender always begins"],
    ["share === null ? null : 100 - share", "share", "both senders of a run have the share of the first one"],
    [
      ".filter(Boolean).length >= 2",
      ".filter(Boolean).length >= 1",
      "one better column is enough to be ahead",
    ],
    ["else if (endedAS === 0)", "else if (endedAS !== undefined)", "who ends late takes no part"],
    ["(n + n + n * (n - 1))", "(n + n * (n - 1))", "runs are counted wrongly"],
  ),
  ...inFile(at("league/entrants"), [
    'program.kind !== "sender"',
    'program.kind === "sender"',
    "queues take part in a league of senders",
  ]),
];
