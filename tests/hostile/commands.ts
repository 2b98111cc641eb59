/**
 * Part of `npm run hostile`. Hands in programs that fill memory, time or cells to each command that runs programs, and
 * reads captures of the largest size. For each of them, the whole process may use at most 600 MB and 10 s of processor
 * time, and must end with one message.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { MOST_PROGRAMS, programReader } from "../../src/engine/own-code.ts";
import { packText } from "../../src/teaching/packed-text.ts";
import { scratchFolder } from "../cli/scratch-folder.ts";
import { ready, senderWith } from "../engine/own/own-runs.ts";

const MOST_BYTES = 600e6;
const MOST_CPU_S = 10;

const main = resolve(import.meta.dirname, "../../src/cli/main.ts");
/** Prints, when the process ends, the resources that the process and its threads have used. */
const METER = `data:text/javascript,${encodeURIComponent(
  'import { writeSync } from "node:fs"; process.on("exit", () => writeSync(2, "\\nUSED " + JSON.stringify(process.resourceUsage()) + "\\n"))',
)}`;

function used(words: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--import", METER, main, ...words],
    { encoding: "utf8", maxBuffer: 1e8 },
  );
  const told = JSON.parse(/^USED (.*)$/m.exec(stderr)?.[1] ?? "{}");
  const cpuS = (told.userCPUTime + told.systemCPUTime) / 1e6;
  const bytes = told.maxRSS * 1024;
  const said = `${stdout}\n${stderr.replace(/^USED .*$/m, "")}`;
  return { said, status, cpuS, bytes };
}

const onSample = (body: string, before = "let n = 0") =>
  senderWith(`${before}\nfunction onSample(tcp) { ${body} }`);
const queue = (text: string) => `// @queue Attacker\n${text}`;
const list = "const list = Array.from({ length: 20000 }, (_, i) => ({ i, s: 'x' + i }))";

/** Senders by the resource that they fill. Each is the slowest of its kind that was found. */
const SENDERS: Readonly<Record<string, string>> = {
  "memory: texts": onSample("kept.push('x'.repeat(1e6) + kept.length)", "const kept = []"),
  "memory: arrays": onSample(
    "for (let i = 0; i < 50; i++) kept.push(new Array(1000).fill(i))",
    "const kept = []",
  ),
  "memory: typed arrays": onSample("kept.push(new Float64Array(1e5).fill(1))", "const kept = []"),
  "memory: a Map": onSample(
    "for (let i = 0; i < 1000; i++) kept.set(kept.size, {})",
    "const kept = new Map()",
  ),
  "memory: closures": onSample(
    "for (let i = 0; i < 1000; i++) { const k = [i]; kept.push(() => k) }",
    "const kept = []",
  ),
  "memory: what it catches": onSample(
    "try { for (;;) kept.push('y'.repeat(1e5) + kept.length) } catch (e) {}",
    "const kept = []",
  ),
  "time: a loop": onSample("for (let i = 0; i < 90000; i++);"),
  "time: random numbers": onSample("for (let i = 0; i < 90000; i++) random()"),
  "time: log": onSample("for (let i = 0; i < 20000; i++) log(i, 'x'.repeat(100))"),
  "time: JSON": onSample("JSON.stringify(list)", list),
  "time: texts that are split": onSample("s.split(',').join(';')", "const s = 'a,'.repeat(1e5)"),
  "time: texts that are joined": onSample(
    "let s = ''; for (let i = 0; i < 20000; i++) s += 'abc'; s.indexOf('d')",
  ),
  "time: replacing": onSample("s.replaceAll('a', 'bc')", "const s = 'a'.repeat(4e5)"),
  "time: sorting": onSample(
    "[...a].sort()",
    "const a = Array.from({ length: 1e5 }, (_, i) => (i * 7919) % 100003)",
  ),
  "time: sets": onSample(
    "a.union(b)",
    "const a = new Set(Array.from({ length: 1e5 }, (_, i) => i)), b = new Set(a)",
  ),
  "time: keys": onSample("Object.keys(o)", "const o = {}; for (let i = 0; i < 5e4; i++) o['k' + i] = i"),
  "time: patterns": onSample("for (let i = 0; i < 2000; i++) new RegExp('(a|b)*c[d-z]{1,50}' + i)"),
  "time: BigInt": onSample("b.toString()", "const b = 3n ** 20000n"),
  "time: garbage": onSample("for (let i = 0; i < 50000; i++) { const a = {}; a.a = a }"),
  "cells: windows": "// @sender Attacker\nfunction onAck(tcp) { tcp.cwnd = 1e6 }",
  "cells: pacing":
    "// @sender Attacker\n// @paced\nfunction onAck(tcp) { tcp.cwnd = 1e6; tcp.pacingRateBps = 1e12 }",
};

const QUEUES: Readonly<Record<string, string>> = {
  "memory: typed arrays": queue(
    "const kept = []\nfunction enqueue() { kept.push(new Float64Array(1e5).fill(1)) }",
  ),
  "time: a loop": queue("function dequeue() { for (let i = 0; i < 90000; i++); }"),
  "time: wakes": queue(
    "let on = false\nfunction onTick() { wakeIn(0.001) }\nfunction enqueue() { if (!on) { on = true; wakeIn(0.001) } }",
  ),
  "cells: marks and drops": queue("function dequeue() { for (let i = 0; i < 5000; i++) mark() || drop() }"),
};

/** The worst program of each kind, for the commands that run a program in the same way as `run`. */
const WORST = ["memory: typed arrays", "time: JSON", "cells: windows"] as const;

/**
 * Returns the number of flows. Programs that fill cells fill more with more flows. For the others two are enough,
 * because all flows share the memory of their program.
 */
const flowsFor = (what: string) => (what.startsWith("cells") ? 20 : 2);
const pathFor = (what: string) => `capacity=50Mbps&duration=20s&flows=${flowsFor(what)}`;

/** Returns the code block that contains the program in a lesson or a task. */
const inFile = (code: string) => `\`\`\`program attacker\n${code}\n\`\`\`\n`;
const lesson = (code: string, path: string) => `---
kind: lesson
id: attack
lang: en
title: Attack
minutes: 5
learn: What an attack costs.
---

A lesson of a stranger.

${inFile(code)}
## One step

bench: #cc=@attacker&${path}
holds: utilisation >= 0 %

It is run.
`;

const task = (path: string) => `---
kind: task
id: attack
lang: en
title: Attack
scenario: #cc=@attacker&${path}
change: code
count: utilisation >= 1 %
---

Write a sender.

${inFile(senderWith("", "Calm"))}`;

function words(command: string, what: keyof typeof SENDERS): string[] {
  const [code, path] = [SENDERS[what], pathFor(what)];
  const folder = scratchFolder();
  const file = join(folder, "attack.js");
  writeFileSync(file, code);
  if (command === "league") {
    const programs = join(folder, "programs");
    mkdirSync(programs);
    writeFileSync(join(programs, "attack.js"), code);
    return [
      "league",
      programs,
      "--against",
      "none",
      "--paths",
      "droptail",
      "--seeds",
      "1",
      "--duration",
      "20s",
    ];
  }
  if (command === "sweep")
    return [
      "sweep",
      "--cc-file",
      file,
      "--flows",
      String(flowsFor(what)),
      "--x",
      "capacity=50Mbps",
      "--duration",
      "20s",
    ];
  if (command === "lesson") {
    const lessonFile = join(folder, "lesson.md");
    writeFileSync(lessonFile, lesson(code, path));
    return ["lesson", lessonFile];
  }
  const [taskFile, hands] = [join(folder, "task.md"), join(folder, "hands.csv")];
  writeFileSync(taskFile, task(path));
  writeFileSync(hands, `name,code\nAna,#v=2&${path}&program=${packText(code)}&cc=own\n`);
  return ["check", hands, "--task", taskFile];
}

const line = (what: string, { cpuS, bytes, status }: ReturnType<typeof used>) =>
  process.stdout.write(
    `${cpuS.toFixed(1).padStart(6)} s ${(bytes / 1e6).toFixed(0).padStart(5)} MB  ${what}, exit status ${status}\n`,
  );

function expectLittle(what: string, seen: ReturnType<typeof used>): void {
  line(what, seen);
  expect(seen.said).not.toMatch(/^\s+at /m);
  expect(seen.bytes).toBeLessThan(MOST_BYTES);
  expect(seen.cpuS).toBeLessThan(MOST_CPU_S);
}

describe("run", () => {
  beforeAll(ready);

  test.each(["memory: typed arrays", "memory: what it catches", "time: JSON"])(
    "of as many senders as a run may have, %s",
    (what) => {
      const codes = Array.from({ length: MOST_PROGRAMS }, (_, i) => `${SENDERS[what]}\n// ${i}`);
      const link = [
        "v=2&capacity=50Mbps&duration=20s",
        ...codes.map((code) => `program=${packText(code)}`),
        ...codes.map((code) => `flow=cc=${programReader().add(code).id}`),
      ].join("&");
      const seen = used(["run", "--url", `#${link}`]);
      expectLittle(`run, ${MOST_PROGRAMS} programs, ${what}`, seen);
      expect(seen.said).toMatch(/came to an end at|was stopped after/);
    },
  );

  test.each(Object.entries(SENDERS))("of a sender, %s", (what, code) => {
    const file = join(scratchFolder(), "attack.js");
    writeFileSync(file, code);
    const seen = used([
      "run",
      "--cc-file",
      file,
      "--flows",
      String(flowsFor(what)),
      "--capacity",
      "50Mbps",
      "--duration",
      "20s",
    ]);
    expectLittle(`run, ${what}`, seen);
    expect(seen.said.match(/came to an end at|was stopped after/g) ?? []).toHaveLength(1);
  });

  test.each(Object.entries(QUEUES))("of a queue, %s", (what, code) => {
    const file = join(scratchFolder(), "attack.js");
    writeFileSync(file, code);
    expectLittle(
      `run, queue, ${what}`,
      used(["run", "--aqm-file", file, "--capacity", "50Mbps", "--duration", "20s"]),
    );
  });
});

describe.each(["check", "league", "sweep", "lesson"])("%s", (command) => {
  test.each(WORST)("of a sender, %s", (what) => {
    const seen = used(words(command, what));
    expectLittle(`${command}, ${what}`, seen);
    process.stdout.write(`        ${seen.said.trim().split("\n").slice(-3).join(" / ").slice(0, 300)}\n`);
  });
});

const CAPTURE_BYTES = 127e6;
const RECORD_BYTES = 16 + 40;
/** Header of a pcap file whose packets begin with an IP header (LINKTYPE_RAW). */
const PCAP_HEADER = [0xa1b2c3d4, 0x00040002, 0, 0, 65_535, 101];

/** A capture of data segments with these sequence numbers, each with `payload` bytes that were not captured. */
function capture(seqOf: (i: number) => number, payload: number): Buffer {
  const count = Math.floor(CAPTURE_BYTES / RECORD_BYTES);
  const bytes = Buffer.alloc(24 + count * RECORD_BYTES);
  for (const [i, word] of PCAP_HEADER.entries()) bytes.writeUInt32LE(word, 4 * i);
  for (let i = 0; i < count; i++) {
    const at = 24 + i * RECORD_BYTES;
    const us = i * 10;
    bytes.writeUInt32LE(Math.floor(us / 1e6), at);
    bytes.writeUInt32LE(us % 1e6, at + 4);
    bytes.writeUInt32LE(40, at + 8);
    bytes.writeUInt32LE(40 + payload, at + 12);
    bytes.writeUInt32BE(0x45000000 + 40 + payload, at + 16);
    bytes.writeUInt32BE(0x40060000, at + 24);
    bytes.writeUInt32BE(0x0a000001, at + 28);
    bytes.writeUInt32BE(0x0a000002, at + 32);
    bytes.writeUInt32BE(0x03e807d0, at + 36);
    bytes.writeUInt32BE(seqOf(i) >>> 0, at + 40);
    bytes.writeUInt32BE(1, at + 44);
    bytes.writeUInt32BE(0x5018ffff, at + 48);
  }
  return bytes;
}

describe("run --over", () => {
  test.each([
    ["segments of one byte", (i: number) => i, 1],
    ["gaps between all segments", (i: number) => i * 20, 1],
    ["retransmissions in any order", (i: number) => ((i * 7919) % 60_000) * 3, 2],
  ] as const)("of a capture of 127 MB, %s", (what, seqOf, payload) => {
    const file = join(scratchFolder(), "large.pcap");
    writeFileSync(file, capture(seqOf, payload));
    const seen = used(["run", "--duration", "5s", "--over", file]);
    expectLittle(`run --over, ${what}`, seen);
    expect(seen.status).toBe(0);
  });
});
