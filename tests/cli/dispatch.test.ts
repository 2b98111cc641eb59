import { expect, test } from "vitest";
import type { Command } from "../../src/cli/command.ts";
import { COMMANDS, runCommandLine } from "../../src/cli/dispatch.ts";
import { PacketPool } from "../../src/engine/net/packet.ts";
import { sim } from "./command-line.ts";

const ALL = COMMANDS.map(({ name }) => name);

test("help lists exactly the existing commands", async () => {
  for (const words of [["--help"], ["-h"], ["help"]]) {
    const { status, out } = await sim(...words);
    expect(status).toBe(0);
    const listed = out.match(/^ {2}([a-z]+) {2}/gm)?.map((line) => line.trim());
    expect(listed).toEqual(ALL);
  }
});

test("no command, or an unknown one, is a usage error", async () => {
  expect(await sim()).toMatchObject({ status: 2, out: "" });
  expect(await sim("sweeep")).toEqual({
    status: 2,
    out: "",
    notes: [`Unknown command "sweeep". Commands: ${ALL.join(", ")}.`],
  });
});

test("every command has help", async () => {
  for (const command of ALL) {
    const { status, out, notes } = await sim(command, "--help");
    expect({ status, notes }, command).toEqual({ status: 0, notes: [] });
    expect(out).toContain(`sim -- ${command}`);
    for (const line of out.split("\n")) expect(line.length, line).toBeLessThanOrEqual(120);
  }
});

test("no command has two flags of the same name", () => {
  for (const { name: command, groups } of COMMANDS) {
    const names = groups
      .flatMap(({ options }) => options)
      .flatMap(({ name, alias, short }) => [name, alias, short])
      .filter((name) => name !== undefined);
    expect([...new Set(names)], command).toEqual(names);
  }
});

test("a run that does not fit into memory gives a sentence and no stack trace", async () => {
  const notes: string[] = [];
  const output = { out: () => {}, note: (line: string) => notes.push(line), progress: () => {} };
  const tooLarge: Command = {
    name: "large",
    summary: "",
    groups: [],
    run: () => {
      new PacketPool(0, 1, 1).take();
      return 0;
    },
  };
  expect(await runCommandLine(["large"], output, [tooLarge])).toBe(2);
  expect(notes).toEqual([
    "The run was stopped: more than 0 million packets are in flight or in queues at once, the limit of a run; use lower rates, shorter delays or smaller queues.",
  ]);
});
