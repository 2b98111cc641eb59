import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Command, parseArguments, systemErrorText, UsageError } from "../../src/cli/command.ts";
import { sim } from "./command-line.ts";
import { lab } from "./made-up-experiment.ts";
import { scratchFolder } from "./scratch-folder.ts";

const command: Command = {
  name: "try",
  summary: "",
  groups: [
    {
      title: "Flags",
      options: [
        { name: "beta-ecn", value: "RATIO", help: "Share that is kept." },
        { name: "flow", value: "KEY=VALUE", help: "", repeatable: true },
        { name: "json", value: null, help: "" },
      ],
    },
  ],
  run: () => 0,
};

const withOperands: Command = {
  ...command,
  operands: "FILES…",
  groups: [{ title: "", options: [{ name: "output", short: "o", value: "DIR", help: "" }] }],
};

const parse = (...words: string[]) => parseArguments(command, words);

function refusal(...words: string[]): string {
  try {
    parse(...words);
  } catch (error) {
    if (error instanceof UsageError) return error.lines.join(" ");
    throw error;
  }
  return "";
}

test("parses flags with a separate value or an equals sign, switches, and repeated flags", () => {
  const args = parse("--beta-ecn", "0.8", "--json", "--flow", "a=1", "--flow=b=2");
  expect(args.given).toEqual([
    { name: "beta-ecn", text: "0.8" },
    { name: "json", text: "" },
    { name: "flow", text: "a=1" },
    { name: "flow", text: "b=2" },
  ]);
  expect([args.has("json"), args.text("beta-ecn"), args.text("flow"), args.text("x")]).toEqual([
    true,
    "0.8",
    "b=2",
    null,
  ]);
});

test("accepts a negative value", () => {
  expect(parse("--beta-ecn", "-1").text("beta-ecn")).toBe("-1");
});

describe("errors name the most similar valid names", () => {
  test.each([
    [["--bta-ecn", "1"], "Unknown flag --bta-ecn. Did you mean --beta-ecn? See: try --help"],
    [["-json"], "Unknown flag --json. Did you mean --json? See: try --help"],
    [[`-${"x".repeat(100_000)}`], `Unknown flag --${"x".repeat(60)}…. See: try --help`],
    [["--quantum", "1"], "Unknown flag --quantum. See: try --help"],
    [["0.8"], 'try accepts only flags, got "0.8". See: try --help'],
    [["--beta-ecn"], "--beta-ecn requires a value: RATIO. Share that is kept."],
    [["--beta-ecn", "--json"], "--beta-ecn requires a value: RATIO. Share that is kept."],
    [["--json=yes"], "--json takes no value, got yes."],
    [["--json", "--json"], "--json is given more than once."],
    [["--beta-ecn", "1", "--beta-ecn", "2"], "--beta-ecn is given more than once."],
  ])("%j", (words, message) => {
    expect(refusal(...words)).toBe(message);
  });
});

test("accepts operands next to the flags if the command takes operands, and one-letter flags", () => {
  const args = parseArguments(withOperands, ["a", "-o", "out", "b"]);
  expect(args.operands).toEqual(["a", "b"]);
  expect(args.given).toEqual([{ name: "output", text: "out" }]);
  expect(() => parseArguments(withOperands, ["-o", "x", "--output", "y"])).toThrow(
    "--output is given more than once",
  );
  expect(() => parseArguments(withOperands, ["-x"])).toThrow("Unknown flag --x.");
  expect(() => parseArguments(withOperands, ["-o"])).toThrow("--output requires a value: DIR.");
});

describe("errors of the operating system", () => {
  test("become a sentence with the path, and status 2, for a file instead of a folder", async () => {
    const folder = scratchFolder();
    const file = join(folder, "file");
    writeFileSync(file, "");
    const sweep = "sweep --x rtt=10ms,20ms --duration 1s --capacity 1Mbps".split(" ");
    for (const words of [
      [...sweep, "-o", join(file, "out.csv")],
      ["reproduce", "small", "--quick", "-o", join(file, "out")],
      ["run", "--duration", "1s", "--capacity", "1Mbps", "--csv", join(file, "out")],
      ["run", "--duration", "1s", "--capacity", "1Mbps", "--trace", join(file, "out")],
    ]) {
      const { status, notes } = await (words[0] === "run" ? sim : lab)(...words);
      expect([words[0], status]).toEqual([words[0], 2]);
      expect(notes.at(-1)).toMatch(/file.*: .*(?:a file, not a folder|a file with this name already exists)/);
    }
  });

  test("of common kinds have a message", () => {
    const error = (code: string) => Object.assign(new Error(code), { code, syscall: "write" });
    expect(systemErrorText(error("ENOSPC"))).toBe("the disk is full (ENOSPC)");
    expect(systemErrorText(error("EACCES"))).toBe("permission denied (EACCES)");
    expect(systemErrorText(error("EOTHER"))).toBeNull();
    expect(systemErrorText(new Error("a fault of the program"))).toBeNull();
  });
});
