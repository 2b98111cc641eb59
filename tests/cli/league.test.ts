/**
 * Tests a league in a terminal: the table does not depend on the number of workers, and no student's program can stop
 * it.
 */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { TEMPLATES } from "../../src/engine/custom/templates.ts";
import { packText } from "../../src/lib/packed-text.ts";
import { MANY, triesAll } from "../effort.ts";
import { ready, senderWith } from "../engine/custom/custom-runs.ts";
import { sim } from "./command-line.ts";
import { lab } from "./made-up-experiment.ts";
import { scratchFolder } from "./scratch-folder.ts";

const [AIMD, ABE] = TEMPLATES.map(({ code }) => code);
const QUICK = ["--paths", "droptail,codel", "--duration", "3s", "--seeds", "1", "--against", "cubic"];

let folder = "";
beforeEach(async () => {
  await ready();
  folder = join(scratchFolder(), "class");
  mkdirSync(folder);
});

const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
const league = (...words: string[]) => lab("league", folder, ...QUICK, ...words);

test("all programs of a folder compete with each other and with a built-in sender; the output is a table and a list of pairs", async () => {
  put("anna.js", AIMD);
  mkdirSync(join(folder, "bruno_123_file"));
  put("bruno_123_file/sender.js", `${ABE}\nfunction onTimeOut() {}`);
  const { status, out, notes } = await league();
  expect(status).toBe(0);
  expect(notes).toEqual([
    expect.stringMatching(
      /^bruno_123_file: In the program ".+", line \d+: onTimeOut is not a hook, and nothing calls it; did you mean onTimeout\?$/,
    ),
  ]);
  const lines = out.split("\n");
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100);
  expect(lines[0]).toBe("3 senders, droptail, codel; 1 seed.");
  expect(lines[3]).toMatch(/^sender +# +ahead +share % +Jain +used %/);
  for (const name of ["anna", "bruno_123_file", "cubic"])
    expect(out).toMatch(new RegExp(`^${name} +[1-3] +[0-2] +[\\d.]+`, "m"));
  expect(out).toContain("Share of the row’s sender (%): sender of the row against sender of the column");
});

async function written(file: string, ...words: string[]): Promise<string> {
  const { status } = await league("-o", join(folder, file), ...words);
  expect(status).toBe(0);
  return readFileSync(join(folder, file), "utf8");
}

test("gives the same bytes with one worker and with three, as CSV and as JSON, and from the stored runs", async () => {
  put("anna.js", AIMD);
  put("bruno.js", ABE);
  for (const kind of ["csv", "json"]) {
    const one = await written(`one.${kind}`, "--workers", "1");
    expect(await written(`three.${kind}`, "--jobs", "3")).toBe(one);
  }
  const csv = readFileSync(join(folder, "one.csv"), "utf8");
  expect(csv).toMatch(
    /^# Sawtooth .*\n# League of 3 senders on 2 paths, 1 seed\n# digest [0-9a-f]{16} of 24 runs\n/,
  );
  expect(csv).toContain("\npath,sender,kind,beside,runs,share_percent,goodput_mbps,other_goodput_mbps,jain,");
  expect(csv.split("\n").filter((line) => /^(?:droptail|codel),/.test(line))).toHaveLength(2 * 3 * 4);
  const json = JSON.parse((await league("--json")).out);
  expect(json).toMatchObject({ schema: 1, jobs: 24, leftOut: [], failed: [] });
  expect(json).toEqual(JSON.parse(readFileSync(join(folder, "one.json"), "utf8")));
});

test.runIf(triesAll)("gives the same bytes in one process and with three threads", MANY, async () => {
  put("anna.js", AIMD);
  put("bruno.js", ABE);
  const csv = await written("one.csv", "--workers", "1");
  const file = join(folder, "threads.csv");
  const { status } = await sim("league", folder, ...QUICK, "--workers", "3", "-o", file);
  expect(status).toBe(0);
  expect(readFileSync(file, "utf8")).toBe(csv);
});

test("a program that cannot take part is named with its line and omitted; hostile files do not stop the league", async () => {
  put("anna.js", AIMD);
  put("typo.js", "// @sender T\nfunction onAck(tcp) { tcp.cwnd += }\n");
  put("queue.js", TEMPLATES.find(({ kind }) => kind === "queue")?.code ?? "");
  put("none.js", "let a = 1");
  put("large.js", `// @sender L\n${"x".repeat(300_000)}`);
  put("binary.js", "\u0000");
  writeFileSync(join(folder, "latin.js"), Buffer.from([0x2f, 0x2f, 0xe9, 0xff]));
  put("\u001b[2Jclear.js", "no program");
  put("notes.txt", "not looked at");
  symlinkSync("/etc/passwd", join(folder, "link.js"));
  mkdirSync(join(folder, "folder.js"));
  const { status, out, notes } = await league();
  expect(status).toBe(1);
  const told = notes.join("\n");
  expect(told).toMatch(/Left out: typo: line 2: /);
  expect(told).toContain("Left out: queue: It is a queue, but only senders can take part in a league.");
  expect(told).toContain("Left out: none: line 1: One line must say what the program is");
  expect(told).toContain(
    "Left out: large: The file has 300,013 bytes; a program has at most 64,000 characters.",
  );
  expect(told).toMatch(/Left out: latin: The text of the file is neither UTF-8/);
  expect(told).toContain("Left out: link: this is a symbolic link, not a file.");
  expect(told).not.toContain("root:");
  expect(`${told}${out}`).not.toContain("\u001b");
  expect(out).toMatch(/^2 senders/);
});

const SHORT = [
  "--paths",
  "shallow",
  "--duration",
  "6s",
  "--seeds",
  "1",
  "--against",
  "cubic",
  "--workers",
  "2",
];

test.runIf(triesAll)(
  "an endless program and an endless built-in call are ended with their lines; the others have results",
  MANY,
  async () => {
    put("anna.js", AIMD);
    put("loop.js", senderWith("function onLoss(tcp) { for (;;) {} }", "Loop"));
    // A call of a built-in function counts iterations instead of steps.
    put(
      "slow.js",
      senderWith("function onSample(tcp) { 'x'.repeat(2e6).indexOf('x'.repeat(1e6) + 'y') }", "Slow"),
    );
    // Time limit that is much longer than the iterations take on a busy machine.
    const { status, out, notes } = await lab("league", folder, ...SHORT, "--timeout", "300s");
    expect(status).toBe(1);
    const told = notes.join("\n");
    expect(told).toMatch(
      /loop stopped at [\d.]+ s of “shallow \| loop \| alone \| seed 1”.*line 6: One call took more than 1 million steps/,
    );
    expect(told).toContain("Left out: slow: line 6: One call took more than 100 million turns");
    expect(out).toMatch(/^anna +\d /m);
    expect(out).toMatch(/^cubic +\d /m);
  },
);

test.runIf(triesAll)(
  "a program that stops the runs of a path by sending without end is left out, and the others have all their runs",
  MANY,
  async () => {
    put("anna.js", AIMD);
    const fill = "if (tcp.minRttMs > 100) tcp.cwnd = 1e6";
    put(
      "choosy.js",
      `// @sender Choosy\n// @recovery own\nfunction onAck(tcp) { ${fill} }\nfunction onLoss(tcp) { ${fill} }\nfunction onSample(tcp) { ${fill} }`,
    );
    const words = ["--paths", "droptail,long", "--duration", "20s", "--seeds", "1", "--against", "none"];
    // The time limit must not end a run before the limit on packets does, also on a busy machine.
    words.push("--timeout", "600s");
    const { status, out, notes } = await lab("league", folder, ...words);
    expect(status).toBe(1);
    expect(notes.join("\n")).toContain(
      "Left out: choosy: It has sent so many packets that a run was stopped at a limit (long | choosy | alone | seed 1).",
    );
    expect(notes.join("\n")).not.toContain("runs failed");
    expect(out).toMatch(/^anna +1 /m);
    expect(out).not.toMatch(/^choosy/m);
  },
);

test("an endless program against a built-in sender is ended with its line", async () => {
  put("loop.js", senderWith("function onLoss(tcp) { for (;;) {} }", "Loop"));
  const { status, out, notes } = await lab("league", folder, ...SHORT, "--timeout", "300s");
  expect(status).toBe(1);
  expect(notes.join("\n")).toMatch(/loop stopped at .*line 6: One call took more than 1 million steps/);
  expect(out).toMatch(/^cubic +\d /m);
});

test.runIf(triesAll)(
  "many long calls are ended by the time limit, and the built-in sender has results",
  MANY,
  async () => {
    put(
      "many.js",
      senderWith("function onSample(tcp) { 'x'.repeat(2e6).indexOf('x'.repeat(20) + 'y') }", "Many"),
    );
    const { status, out, notes } = await sim("league", folder, ...SHORT, "--timeout", "1s");
    expect(status).toBe(1);
    // The run's limit on iterations would only be reached after several seconds, so the time limit ends the trial run
    // or the runs of the league.
    expect(notes.join("\n")).toMatch(
      /\bmany\b.*: A run was (?:stopped|ended: .* more than 1 s of computing)/,
    );
    expect(out).toMatch(/^cubic +\d /m);
  },
);

test("accepts a list of hand-ins: names, and links or codes that contain a program", async () => {
  const list = join(folder, "list.csv");
  const link = `https://x.example/#v=2&program=${packText(AIMD)}&cc=own`;
  const lines = ["name,link", `Anna,${link}`, `Bruno,${packText(ABE)}`, "Carla,#v=2&cc=cubic"];
  writeFileSync(list, lines.join("\n"));
  const { status, out, notes } = await lab("league", list, ...QUICK);
  expect(status).toBe(1);
  expect(notes).toEqual(["Left out: Carla: The file contains no program."]);
  expect(out).toMatch(/^Anna +\d/m);
  expect(out).toMatch(/^Bruno +\d/m);
});

test("accepts custom paths from a file", async () => {
  put("anna.js", AIMD);
  const paths = join(folder, "paths.txt");
  writeFileSync(paths, "wifi = #v=2&rtt=30ms&duration=3s\n");
  const { status, out } = await lab("league", folder, "--paths", paths, "--seeds", "1", "--against", "none");
  expect(status).toBe(0);
  expect(out).toContain("1 sender, wifi; 1 seed.");
});

test("a program with the id of a path's queue plays, and so does one with the queue's parameter", async () => {
  const queue = "// @queue Tail\nfunction enqueue(packet, queue) {}";
  // The comment gives the program the id of the queue.
  const eve = "// \u6b0c\u62fd\u9900\ubaed\ud18f\u4e12\u96ee\u972d";
  put("eve.js", `// @sender Eve\nfunction onAck(tcp) { tcp.cwnd += tcp.acked / tcp.cwnd }\n${eve}`);
  put("bo.js", `// @sender Bo\n// @param cut = 0.7 (0.5 to 0.9)\nfunction onAck(tcp) { tcp.cwnd += cut }`);
  const deep = "// @queue Deep\n// @param cut = 100 (50 to 200)\nfunction enqueue(packet, queue) {}";
  const link = (code: string) => `#v=2&duration=2s&program=${packText(code)}&aqm=own`;
  const paths = join(folder, "paths.txt");
  writeFileSync(paths, `tail = ${link(queue)}\ndeep = ${link(deep)}&own-cut=60\n`);
  const words = ["--paths", paths, "--seeds", "1", "--against", "cubic"];
  const { status, out, notes } = await lab("league", folder, ...words);
  expect(notes).toEqual([]);
  expect(status).toBe(0);
  for (const name of ["eve", "bo", "cubic"]) expect(out).toMatch(new RegExp(`^${name} +[1-3] `, "m"));
});

test("a league with too many runs is refused, and the folder with most programs is named", async () => {
  put("anna.js", AIMD);
  mkdirSync(join(folder, "mal"));
  for (let i = 0; i < 60; i++) put(`mal/s${i}.js`, `${AIMD}\n// ${i}`);
  const { status, notes } = await sim("league", folder);
  expect(status).toBe(2);
  expect(notes).toEqual([
    expect.stringMatching(/64 senders on 9 paths .* at most 30000 are allowed/),
    '60 of the programs are from "mal".',
  ]);
});

test("a league that is refused for another reason names no folder", async () => {
  mkdirSync(join(folder, "mal"));
  for (let i = 0; i < 3; i++) put(`mal/s${i}.js`, `${AIMD}\n// ${i}`);
  const paths = join(folder, "paths.txt");
  writeFileSync(paths, "fast = #v=2&capacity=10Gbps&duration=20s\n");
  const { status, notes } = await sim("league", folder, "--paths", paths, "--duration", "3600s");
  expect(status).toBe(2);
  expect(notes).toEqual([expect.stringMatching(/Duration must be at most/)]);
});

test("of the files of one student in a platform's folder, the last one takes part; other files stay apart", async () => {
  put("lee_12_998_sender.js", AIMD);
  put("lee_12_1003_sender.js", ABE);
  put("lee_13_999_sender.js", AIMD);
  mkdirSync(join(folder, "Ana Lima_44_assignsubmission_file"));
  for (const name of ["a", "b"]) put(`Ana Lima_44_assignsubmission_file/${name}.js`, AIMD);
  const { status, out, notes } = await league();
  expect(status).toBe(1);
  const left = notes.filter((note) => note.startsWith("Left out"));
  expect(left).toEqual([
    "Left out: Ana Lima_44_assignsubmission_file/a: This student has handed in 2 senders, and only the last one takes part: Ana Lima_44_assignsubmission_file/b.",
    "Left out: lee_12_998_sender: This student has handed in 2 senders, and only the last one takes part: lee_12_1003_sender.",
  ]);
  expect(out).toContain("4 senders, droptail, codel; 1 seed.");
});

test.each([
  [["--against", "reno"], /--against: must be of .*newreno.*; got reno/],
  [["--paths", "nowhere"], /--paths: unknown path "nowhere"\. Use droptail, shallow/],
  [["--seeds", "0"], /--seeds must be a whole number from 1 to 100, got 0/],
  [["--timeout", "soon"], /--timeout must be a time from 1s to 3600s, got soon/],
  [["-o", "x.txt"], /-o must end in \.csv or \.json/],
])("%s is refused with the allowed values", async (words, message) => {
  put("anna.js", AIMD);
  const { status, notes } = await sim("league", folder, ...words);
  expect(status).toBe(2);
  expect(notes.join("\n")).toMatch(message);
});

test("an empty folder, and no folder, are refused", async () => {
  expect((await sim("league", folder)).notes).toEqual([`${folder} contains no program (.js).`]);
  expect((await sim("league")).status).toBe(2);
  expect((await sim("league", join(folder, "nowhere"))).notes.join()).toContain("no such file or folder");
});
