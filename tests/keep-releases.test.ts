import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { keepReleases } from "../scripts/keep-releases.ts";

const folder = mkdtempSync(join(tmpdir(), "sawtooth-releases-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("every release archive is unpacked into its own folder, and listed, newest first", () => {
  const [page, archives, dist] = ["page", "archives", "dist"].map((name) => join(folder, name));
  for (const one of [page, archives, dist]) mkdirSync(one);
  for (const version of ["0.9.0", "0.10.0"]) {
    writeFileSync(join(page, "index.html"), version);
    spawnSync("tar", ["-czf", join(archives, `sawtooth-v${version}.tar.gz`), "-C", page, "."]);
  }
  writeFileSync(join(archives, "SHA256SUMS"), "");
  expect(keepReleases(dist, archives)).toEqual(["0.10.0", "0.9.0"]);
  expect(JSON.parse(readFileSync(join(dist, "v/releases.json"), "utf8"))).toEqual(["0.10.0", "0.9.0"]);
  expect(readFileSync(join(dist, "v/0.9.0/index.html"), "utf8")).toBe("0.9.0");
  writeFileSync(join(archives, "sawtooth-v1.0.0.tar.gz"), "no archive");
  expect(() => keepReleases(dist, archives)).toThrow(/sawtooth-v1\.0\.0\.tar\.gz cannot be unpacked/);
});
