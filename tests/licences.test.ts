import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { licenceList } from "../scripts/licences.ts";

const root = resolve(import.meta.dirname, "..");
const list = licenceList();

test("the list starts with Sawtooth and names each package that runs, with version, licence and its text", () => {
  const { dependencies, version } = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8"));
  expect(list[0]).toMatchObject({ name: "Sawtooth", version, licence: "MIT" });
  const names = list.map(({ name }) => name);
  for (const name of Object.keys(dependencies)) expect(names).toContain(name);
  // These are dependencies of dependencies.
  for (const name of ["d3-path", "internmap", "scheduler"]) expect(names).toContain(name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, text } of list) expect(text, name).toMatch(/copyright/i);
});

test("each licence permits redistribution of the page, and its text matches", () => {
  const WORDS: Readonly<Record<string, RegExp>> = {
    MIT: /Permission is hereby granted, free of charge/,
    ISC: /Permission to use, copy, modify, and\/or distribute this software/,
    "Apache-2.0": /Apache License\s+Version 2\.0/,
  };
  for (const { name, licence, text } of list) {
    expect(Object.keys(WORDS), name).toContain(licence);
    expect(text, name).toMatch(WORDS[licence]);
    expect(text.length, name).toBeLessThan(13_000);
  }
});
