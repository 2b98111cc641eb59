import { expect, test } from "vitest";
import { sim } from "./command-line.ts";

test("help lists the commands there are, and only those", async () => {
  for (const words of [["--help"], ["-h"], ["help"]]) {
    const { status, out } = await sim(...words);
    expect(status).toBe(0);
    const listed = out.match(/^ {2}([a-z]+) {2}/gm)?.map((line) => line.trim());
    expect(listed).toEqual(["run", "validate", "digests", "bench", "docs"]);
  }
});

test("no command, or one that does not exist, is a wrong request", async () => {
  expect(await sim()).toMatchObject({ status: 2, out: "" });
  expect(await sim("sweep")).toEqual({
    status: 2,
    out: "",
    notes: ['Unknown command "sweep". There are: run, validate, digests, bench, docs.'],
  });
});

test("every command has help", async () => {
  for (const command of ["run", "validate", "digests", "bench", "docs"]) {
    const { status, out, notes } = await sim(command, "--help");
    expect({ status, notes }, command).toEqual({ status: 0, notes: [] });
    expect(out).toContain(`sim -- ${command}`);
    for (const line of out.split("\n")) expect(line.length, line).toBeLessThanOrEqual(120);
  }
});
