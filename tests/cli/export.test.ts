import { expect, test } from "vitest";
import { sim } from "./command-line.ts";

test("prints a script for Linux with the scenario's link and figures", async () => {
  const { status, out, notes } = await sim("export --linux --duration 2s --aqm pie");
  expect({ status, notes }).toEqual({ status: 0, notes: [] });
  expect(out).toMatch(/^#!\/usr\/bin\/env bash\n/);
  expect(out).toContain("# #v=2&aqm=pie&duration=2s");
  expect(out).toMatch(/^SIM_GOODPUT=\(\[1\]="\d\.\d{3}"\)$/m);
});

test("refuses a scenario that Linux cannot run, with one sentence", async () => {
  const { status, out, notes } = await sim("export --linux --traffic http");
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(notes).toEqual(['Traffic "http" cannot be exported for Linux so far; bulk and cbr can.']);
});

test("requires the kind of export", async () => {
  expect(await sim("export")).toMatchObject({
    status: 2,
    notes: ["The form is missing: export --linux or --mininet"],
  });
  expect(await sim("export", "--linux", "--mininet")).toMatchObject({
    status: 2,
    notes: ["Choose one form: --linux or --mininet"],
  });
  const { status, out } = await sim("export", "--mininet", "--duration", "2s", "--warmup", "1s");
  expect([status, out.split("\n")[0]]).toEqual([0, "#!/usr/bin/env python3"]);
  expect(out).toContain("class Path(Topo):");
});
