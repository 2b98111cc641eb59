/** Tests output files (-o and similar): they are checked before the work starts, and existing files are never lost. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs, {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { signed } from "../../src/cli/experiments/run-file.ts";
import { claim, filesWithin, writeWhole } from "../../src/cli/named-files.ts";
import { handInCode, handInOf } from "../../src/teaching/answer/hand-in.ts";
import { packTask } from "../../src/teaching/task/task.ts";
import type { StartWorker } from "../../src/workers/supervised-worker.ts";
import { firstOrAll, MANY } from "../effort.ts";
import { taskOf } from "../teaching/example-task.ts";
import { outcomeOf, sim } from "./command-line.ts";
import { commands, lab, startWithoutThread } from "./made-up-experiment.ts";
import { filesIn, scratchFolder } from "./scratch-folder.ts";

let folder = "";
beforeEach(() => {
  folder = scratchFolder();
});
const at = (name: string) => join(folder, name);

const SWEEP = "--capacity 2Mbps --duration 2s --warmup 0s --x beta-ecn=0.5:0.9:0.1".split(" ");
const sweep = (...words: string[]) => lab("sweep", ...SWEEP, ...words);

/** Calls functions for folders twice, as if another process had called them just before. Returns a function that ends this. */
function twice(): () => void {
  const { mkdirSync: make, rmdirSync: remove } = fs;
  const makes = vi.spyOn(fs, "mkdirSync").mockImplementation((path): undefined => {
    make(path);
    make(path);
  });
  const removes = vi.spyOn(fs, "rmdirSync").mockImplementation((path) => {
    remove(path);
    remove(path);
  });
  syncBuiltinESMExports();
  return () => {
    makes.mockRestore();
    removes.mockRestore();
    syncBuiltinESMExports();
  };
}

/** Fails the test if a worker starts, because the error must be found before any worker starts. */
const idle: StartWorker = () => {
  throw new Error("a run was begun");
};
const refused = async (...words: string[]) => {
  const { status, out, notes } = await outcomeOf(words, commands(idle));
  expect({ status, out }).toEqual({ status: 2, out: "" });
  return notes.join("\n").replaceAll(`${folder}/`, "");
};

const task = taskOf(["#v=2&duration=20s", "#v=2&capacity=2Mbps&duration=6s&warmup=1s"]);
const answer = { key: "beta-ecn", text: "0.8" };
const handIn = (name: string) => handInCode(handInOf(task, { name, tries: 1 }, [answer]));
const TASK = ["--task", `#task=${packTask(task)}`];

describe("before the work starts", () => {
  const WRITERS: readonly (readonly [what: string, words: (file: string) => string[]])[] = [
    ["sweep", (file) => ["sweep", ...SWEEP, "-o", file]],
    ["a shard of a sweep", (file) => ["sweep", ...SWEEP, "--shard", "1/2", "-o", file]],
    ["check", (file) => ["check", at("list"), ...TASK, "-o", file]],
  ];

  test.each(WRITERS)(
    "%s refuses a folder, a symbolic link and a pipe without a reader",
    async (_, wordsFor) => {
      writeFileSync(at("list"), handIn("Ana"));
      mkdirSync(at("folder.csv"));
      writeFileSync(at("precious"), "theirs");
      symlinkSync(at("precious"), at("link.csv"));
      symlinkSync(at("nowhere"), at("dangling.csv"));
      execFileSync("mkfifo", [at("pipe.csv")]);
      expect(await refused(...wordsFor(at("folder.csv")))).toBe(
        "-o folder.csv: this is a folder, not a file",
      );
      expect(await refused(...wordsFor(at("link.csv")))).toBe(
        "-o link.csv: this is a symbolic link to precious; name the target file itself or another file",
      );
      expect(await refused(...wordsFor(at("dangling.csv")))).toContain("this is a symbolic link to nowhere");
      expect(await refused(...wordsFor(at("pipe.csv")))).toBe("-o pipe.csv: no process reads from this pipe");
      expect(await refused(...wordsFor(at("precious/x.csv")))).toContain(
        "a part of the path is a file, not a folder (ENOTDIR)",
      );
      expect(readFileSync(at("precious"), "utf8")).toBe("theirs");
      expect(existsSync(at("nowhere"))).toBe(false);
    },
  );

  test.runIf(existsSync("/proc/self"))("an unwritable folder is named with the reason", async () => {
    expect(await refused("reproduce", "small", "-o", "/proc/results")).toBe(
      "-o /proc/results: no files or folders can be created in /proc",
    );
    expect(await refused("sweep", ...SWEEP, "-o", "/proc/s.csv")).toContain(
      "no files or folders can be created in /proc",
    );
    expect((await outcomeOf(["run", "--csv", "/proc/series"])).notes.at(-1)).toContain(
      "--csv /proc/series: no files or folders can be created in /proc",
    );
  });

  test.runIf(existsSync("/dev/stdout"))("a file that the shell has opened is written directly", MANY, () => {
    const main = resolve(import.meta.dirname, "../../src/cli/main.ts");
    const words = [
      process.execPath,
      "--import",
      "tsx",
      main,
      "run",
      "--duration",
      "1s",
      "--trace",
      "/dev/stdout",
    ];
    for (const to of firstOrAll(["| cat >", ">"], 1))
      expect(
        execFileSync("bash", ["-c", `"$@" ${to} ${at("out")}; cat ${at("out")}`, "-", ...words], {
          encoding: "utf8",
        }),
      ).toMatch(/^# Sawtooth .*\n#.*\n# digest .*\nt_s,event,flow/);
  });

  test("reproduce, run --csv and run --trace check each file that they will write", async () => {
    mkdirSync(at("small.csv"));
    expect(await refused("reproduce", "small", "-o", folder)).toBe(
      `-o ${folder}: small.csv: this is a folder, not a file`,
    );
    symlinkSync("/etc/passwd", at("samples.csv"));
    const { status, notes } = await outcomeOf(["run", "--duration", "9999s", "--csv", folder]);
    expect([status, notes[0]]).toEqual([2, expect.stringContaining("duration")]);
    const run = await outcomeOf(["run", "--duration", "2s", "--csv", folder]);
    expect(run).toMatchObject({ status: 2, out: "" });
    expect(run.notes[0]).toContain("samples.csv: this is a symbolic link to /etc/passwd");
    expect((await outcomeOf(["run", "--duration", "2s", "--trace", folder])).notes[0]).toContain(
      "this is a folder, not a file",
    );
  });
});

describe("limits of input", () => {
  test.runIf(existsSync("/dev/zero"))("an endless device is refused", async () => {
    for (const words of [
      ["run", "--scenario", "/dev/zero"],
      ["digests", "--check", "/dev/zero"],
      ["merge", "/dev/zero", "-o", at("out.json")],
      ["check", "/dev/zero", ...TASK],
    ])
      expect((await outcomeOf(words)).notes.join("\n")).toContain("larger than the limit of 256 MB");
  });

  test("a folder and a missing file are refused with a sentence", async () => {
    expect((await outcomeOf(["run", "--scenario", folder])).notes).toEqual([
      `--scenario ${folder}: this is a folder, not a file (EISDIR)`,
    ]);
    expect((await outcomeOf(["digests", "--check", at("none")])).notes).toEqual([
      `--check ${at("none")}: no such file or folder (ENOENT)`,
    ]);
  });
});

describe("finished runs are stored", () => {
  const csv = () => at("s.csv");
  const partial = () => at("s.csv.partial");

  /** Returns the file that an interrupted sweep leaves, which contains all runs. */
  async function kept(...words: string[]): Promise<string> {
    mkdirSync(at("blocked.csv"));
    await lab("sweep", ...SWEEP, ...words, "--shard", "1/1", "-o", partial());
    return readFileSync(partial(), "utf8");
  }

  test("a file of another program at their path is refused and not changed", async () => {
    const other = (await kept("--seeds", "2")).slice(0, -40);
    for (const [text, why] of [
      ["my notes\n", "is not a list of finished runs"],
      [other, "contains 9 finished runs of the sweep v=2&"],
    ]) {
      writeFileSync(partial(), text);
      expect(await refused("sweep", ...SWEEP, "-o", csv())).toContain(
        `s.csv.partial already exists and ${why}`,
      );
      expect(readFileSync(partial(), "utf8")).toBe(text);
    }
  });

  test("a symbolic link or a folder at their path is refused", async () => {
    symlinkSync(at("precious"), partial());
    expect(await refused("sweep", ...SWEEP, "-o", csv())).toContain(
      "s.csv.partial already exists and is not a regular file",
    );
    expect(existsSync(at("precious"))).toBe(false);
  });

  test("the command's own file is continued even if its last line is incomplete; a file of an older version is started again with a message", async () => {
    const text = await kept();
    writeFileSync(partial(), text.slice(0, -40));
    expect((await sweep("-o", csv())).notes).toEqual(["sweep: 4 of 5 runs were finished earlier."]);
    const whole = readFileSync(csv(), "utf8");
    expect(Object.keys(filesIn(folder))).toEqual(["s.csv"]);
    const { head, ...rest } = splitHead(text);
    // A commit that changes only documents gives another commit id but the same program, so the file is accepted.
    const other = { ...JSON.parse(head), commit: "0123456789ab", check: undefined };
    writeFileSync(partial(), [signed(JSON.stringify(other)), rest.lines].join("\n"));
    expect((await sweep("-o", csv())).notes).toEqual(["sweep: 5 of 5 runs were finished earlier."]);
    expect(readFileSync(csv(), "utf8")).toBe(whole);
    writeFileSync(partial(), [head.replace(/"engine":"\w/, '"engine":"-'), rest.lines].join("\n"));
    // A head that was changed by hand has a wrong checksum, so the file is not accepted.
    expect((await sweep("-o", csv())).notes[0]).toContain("is not a list of finished runs");
    writeFileSync(partial(), head.slice(0, 50));
    expect((await sweep("-o", csv())).notes).toEqual([]);
    expect(readFileSync(csv(), "utf8")).toBe(whole);
  });

  const splitHead = (text: string) => {
    const [head, ...lines] = text.split("\n");
    return { head, lines: lines.join("\n") };
  };

  const program = resolve(import.meta.dirname, "made-up-main.ts");

  test("on a full disk the stored runs stay, their path is reported, and the same command continues", async () => {
    const many = "--capacity 2Mbps --duration 2s --warmup 0s --x beta-ecn=0.5:0.9:0.01".split(" ");
    // The shell's limit on file sizes has the same effect as a full disk, after 4 kB.
    const line = `ulimit -f 4; exec "$@"`;
    const words = [
      "-c",
      line,
      "-",
      process.execPath,
      "--import",
      "tsx",
      program,
      "sweep",
      ...many,
      "-o",
      csv(),
    ];
    const { status, stdout, stderr } = spawnSync("bash", words, { encoding: "utf8" });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    const [why, where] = stderr.trim().split("\n");
    expect(why).toBe(`${partial()}: the file would be too large for this disk (EFBIG)`);
    const done = Number(/^Stopped: (\d+) of 41 runs are finished\. They are saved in /.exec(where)?.[1]);
    expect(done).toBeGreaterThan(3);
    expect(where).toContain(`${partial()}; run the same command again to continue.`);
    const again = await lab("sweep", ...many, "-o", csv());
    expect(again).toMatchObject({ status: 0, notes: [`sweep: ${done} of 41 runs were finished earlier.`] });
    expect(Object.keys(filesIn(folder))).toEqual(["s.csv"]);
  });

  test.runIf(existsSync("/dev/full"))(
    "results that cannot be written are stored, or at least printed",
    async () => {
      symlinkSync("/dev/full", csv());
      expect(await sweep("-o", csv())).toMatchObject({
        status: 2,
        notes: [
          `${csv()}: the disk is full (ENOSPC)`,
          `Stopped: 5 of 5 runs are finished. They are saved in ${partial()}; run the same command again to continue.`,
        ],
      });
      expect(readlinkSync(csv())).toBe("/dev/full");
      writeFileSync(at("list"), handIn("Ana"));
      const checked = await lab("check", at("list"), ...TASK, "-o", "/dev/full");
      expect(checked).toMatchObject({ status: 2, notes: ["/dev/full: the disk is full (ENOSPC)"] });
      expect(checked.out).toMatch(/^name +line .*\nAna +1 +/);
      const run = await outcomeOf(["run", "--duration", "2s", "--trace", "/dev/full"]);
      expect(run).toMatchObject({ status: 2, notes: ["/dev/full: the disk is full (ENOSPC)"] });
      expect(run.out).toContain("utilisation");
    },
  );

  /** Returns a way to start workers that fail at these requests for a run, counted over all workers. */
  function breakingAt(...calls: readonly number[]): StartWorker {
    let call = 0;
    return (events) => {
      const link = startWithoutThread(events);
      const job = (...given: Parameters<typeof link.api.job>): Promise<unknown> => {
        call++;
        if (!calls.includes(call)) return link.api.job(...given);
        queueMicrotask(() => events.failure("it ended with status 9"));
        return new Promise(() => {});
      };
      const api = new Proxy(link.api, {
        get: (of, name) => (name === "job" ? job : Reflect.get(of, name)),
      });
      return { ...link, api };
    };
  }

  test("a worker that fails during a sweep is replaced; if it fails twice, all other runs are stored", async () => {
    expect((await sweep("-o", csv())).status).toBe(0);
    const whole = readFileSync(csv(), "utf8");
    const words = ["sweep", ...SWEEP, "--workers", "2", "-o", csv()];
    expect(await outcomeOf(words, commands(breakingAt(2, 5)))).toEqual({ status: 0, out: "", notes: [] });
    expect(readFileSync(csv(), "utf8")).toBe(whole);
    const one = ["sweep", ...SWEEP, "--workers", "1", "-o", csv()];
    const { status, notes } = await outcomeOf(one, commands(breakingAt(2, 3)));
    expect(status).toBe(1);
    expect(notes[0]).toMatch(
      /^sweep: the run "beta-ecn=0\.\d seed=1" failed\. .*its worker failed twice \(it ended with status 9\)/,
    );
    expect((await outcomeOf(one, commands(startWithoutThread))).notes).toEqual([
      "sweep: 4 of 5 runs were finished earlier.",
    ]);
    expect(readFileSync(csv(), "utf8")).toBe(whole);
  });
});

describe("user text cannot control a terminal", () => {
  const EVIL = "\u001b[31m\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u202eanA\u200b";
  const SEEN = "<U+001B>[31m<U+001B>]52;c;ZXZpbA==<U+0007><U+001B>[2J<U+202E>anA<U+200B>";
  const hidden = /(?!\n)[\p{Cc}\p{Cf}]/u;

  test("user text in a hand-in (name, answer, task) is escaped in the table, in CSV and in JSON", async () => {
    const odd = { ...handInOf(task, { name: "Bo", tries: 1 }, [answer]) };
    const lines = [
      `"${EVIL}\nLine 9, Zoe: forged",${handIn("Bo")}`,
      `Cy,${handInCode({ ...odd, settings: [{ key: `x${EVIL}`, text: EVIL }] })}`,
      `Di,${handInCode({ ...odd, taskId: EVIL, taskDigest: "0" })}`,
      `Ed,#v=2&${encodeURIComponent(EVIL)}=1`,
    ];
    writeFileSync(at("list.csv"), lines.join("\n"));
    const table = await lab("check", at("list.csv"), ...TASK);
    expect(table.out).toContain(SEEN);
    expect(table.out).not.toMatch(hidden);
    expect(table.out).not.toMatch(/^Line 9/m);
    await lab("check", at("list.csv"), ...TASK, "-o", at("out.csv"));
    const csv = readFileSync(at("out.csv"), "utf8").slice(1).replaceAll("\r\n", "\n");
    expect(csv).toContain(SEEN);
    expect(csv).not.toMatch(hidden);
    const { out } = await lab("check", at("list.csv"), ...TASK, "--json");
    expect(out).not.toMatch(hidden);
    expect(JSON.parse(out).handIns[0].name).toContain(EVIL.slice(0, -1));
  });

  test.each([
    ["run", "--url", `#v=2&aqm=${EVIL}`],
    ["run", "--url", `#v=2&${EVIL}=1&rtt=${EVIL}`],
    ["run", "--flow", `cc=${EVIL}`],
    ["run", `--${EVIL}`, "1"],
    [EVIL],
    ["reproduce", EVIL, "-o", "x"],
    ["digests", "--check", EVIL],
    ["sweep", "--x", `${EVIL}=1,2`],
  ])("user text on the command line is escaped: %j", async (...words) => {
    const { status, notes } = await outcomeOf([...words, ""].slice(0, -1));
    expect(status).toBe(2);
    expect(notes.join("\n")).toContain("<U+001B>");
    expect(notes.join("\n")).not.toMatch(hidden);
  });
});

describe("input and output", () => {
  const cli = resolve(import.meta.dirname, "../../src/cli");
  const sources = filesIn(cli);
  const naming = (what: RegExp) => Object.keys(sources).filter((name) => what.test(sources[name]));

  test("only named-files.ts reads and writes paths that a user names; other files use the project's own paths or open files", () => {
    expect(naming(/from "node:fs"/)).toEqual([
      "benchmark/against.ts",
      "docs.ts",
      "experiments/compute.ts",
      "experiments/run-file.ts",
      "experiments/work.ts",
      "how-right.ts",
      "named-files.ts",
      "project.ts",
      "validation/reference-cases.ts",
    ]);
  });

  test("only the terminal of a command writes to standard output, except a program whose output another program reads", () => {
    expect(naming(/process\.std(?:out|err)|console\./)).toEqual([
      "benchmark/apart.ts",
      "benchmark/in-turns.ts",
      "dispatch.ts",
    ]);
  });
});

describe("processes that are stopped, or that write the same file", () => {
  /** Returns the id of a process that has ended. */
  const ended = () => spawnSync(process.execPath, ["-e", ""]).pid;

  test("a temporary file of a process that has ended is removed at the next write; a temporary file in use stays", () => {
    writeFileSync(at(`run.pcap.${ended()}.abc123.writing`), "half");
    writeFileSync(at(`run.pcap.${process.ppid}.abc123.writing`), "half");
    writeWhole(at("run.pcap"), "whole");
    expect(Object.keys(filesIn(folder))).toEqual(["run.pcap", `run.pcap.${process.ppid}.abc123.writing`]);
  });

  test("a signal during writing removes the unfinished file at once and ends the command with 130", async () => {
    const main = resolve(import.meta.dirname, "../../src/cli/main.ts");
    const ended = (["SIGINT", "SIGTERM", "SIGHUP"] as const).map(async (signal) => {
      const made = scratchFolder();
      const words = ["run", "--duration", "300s", "--pcap", join(made, "a.pcapng"), "--pcap-snap", "65535"];
      const child = spawn(process.execPath, ["--import", "tsx", main, ...words], { stdio: "ignore" });
      const status = new Promise((done) => child.on("exit", done));
      await expect.poll(() => readdirSync(made), { interval: 5 }).toHaveLength(1);
      child.kill(signal);
      return { status: await status, files: readdirSync(made) };
    });
    for (const one of await Promise.all(ended)) expect(one).toEqual({ status: 130, files: [] });
  });

  test("only one command at a time stores finished runs in a file; the lock of a process that has ended is taken over", () => {
    const kept = at("out.csv.partial");
    const release = claim(kept);
    expect(() => claim(kept)).toThrow("this command already writes to it");
    release();
    writeFileSync(`${kept}.lock`, String(process.ppid));
    expect(() => claim(kept)).toThrow(
      `process ${process.ppid} is saving its finished runs there; wait until it ends, or choose another -o`,
    );
    // An ended command may have had the number of this process, as in a container that was started again.
    for (const holder of [ended(), process.pid]) {
      writeFileSync(`${kept}.lock`, String(holder));
      claim(kept)();
    }
    expect(filesIn(folder)).toEqual({});
  });

  test("shards that create and delete the same folders at the same time are computed", async () => {
    const release = twice();
    try {
      const { status, notes } = await lab(..."reproduce small --quick --shard 1/2 -o".split(" "), at("a/b"));
      expect([status, notes]).toEqual([0, []]);
      expect(Object.keys(filesIn(at("a/b")))).toEqual(["small.shard-1-of-2.jsonl"]);
    } finally {
      release();
    }
  });

  test("a file that cannot be read is refused with a sentence, alone and in a folder of programs", async () => {
    symlinkSync("/nowhere", at("dangling.js"));
    symlinkSync(at("circle.js"), at("circle.js"));
    mkdirSync(at("folder.js"));
    execFileSync("mkfifo", [at("pipe.js")]);
    writeFileSync(at("bytes.js"), Buffer.from([0xff, 0x00, 0xfe]));
    writeFileSync(at("letters.js"), Buffer.from([0x2f, 0x2f, 0xe9]));
    writeFileSync(at("empty.js"), "");
    const socket = createServer().listen(at("socket.js"));
    await once(socket, "listening");
    const league = await sim("league", folder, "--against", "none");
    expect(league.notes).toEqual([
      "Left out: bytes: The text of the file is neither UTF-8 nor UTF-16, so its characters are unknown. Save it as “CSV UTF-8”, or in an editor as UTF-8.",
      "Left out: circle: this is a symbolic link, not a file.",
      "Left out: dangling: this is a symbolic link, not a file.",
      'Left out: empty: line 1: One line must say what the program is: "// @sender NAME" or "// @queue NAME".',
      "Left out: letters: The text of the file is neither UTF-8 nor UTF-16, so its characters are unknown. Save it as “CSV UTF-8”, or in an editor as UTF-8.",
      "Left out: pipe: this is not a regular file.",
      "Left out: socket: this is not a regular file.",
      "No sender is left in this league: all were left out (see above).",
    ]);
    const task = packTask(taskOf());
    const sentences: Readonly<Record<string, string>> = {
      "dangling.js": "no such file or folder (ENOENT)",
      "circle.js": "too many levels of symbolic links (ELOOP)",
      "socket.js": "this is a socket or a device without a connection, not a file (ENXIO)",
      "folder.js": "/folder.js contains no ",
      "empty.js": "",
      "letters.js": "",
    };
    for (const [name, sentence] of Object.entries(sentences))
      for (const words of [
        ["league", at(name)],
        ["check", at(name), "--task", task],
      ]) {
        const { status, notes } = await sim(...words);
        expect([words[0], name, status, notes.length]).toEqual([words[0], name, 2, 1]);
        expect(notes[0]).toContain(sentence);
        expect(notes[0]).not.toMatch(/\n|Error|\bat /);
      }
    socket.close();
  });

  test("files are found in as many levels of folders as the caller allows", () => {
    mkdirSync(at("a/b/c"), { recursive: true });
    for (const name of ["x.js", "a/x.js", "a/b/x.js", "a/b/c/x.js"]) writeFileSync(at(name), "x");
    const found = (depth?: number) =>
      filesWithin(folder, /^(?:b|c|x\.js)$/, depth).map(({ folder: within, name, fault }) => [
        within,
        name,
        fault,
      ]);
    const fault = "this is not a regular file";
    expect(found()).toEqual([
      ["a", "b", fault],
      ["a", "x.js", null],
      ["", "x.js", null],
    ]);
    expect(found(9)).toEqual([
      ["a/b/c", "x.js", null],
      ["a/b", "x.js", null],
      ["a", "x.js", null],
      ["", "x.js", null],
    ]);
    expect(found(2)).toContainEqual(["a/b", "c", fault]);
  });

  test("a file whose name is not UTF-8 is reported with the reason, and the others are read", () => {
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/b`), Buffer.from([0xe9]), Buffer.from(".js")]), "x");
    writeFileSync(at("a.js"), "x");
    const files = filesWithin(folder, /\.js$/);
    expect(files.map(({ name, fault }) => [name, fault])).toEqual([
      ["a.js", null],
      ["b\ufffd.js", "the file name is not valid UTF-8: rename the file"],
    ]);
  });
});
