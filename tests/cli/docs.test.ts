import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { deviationsPage } from "../../src/cli/deviations-page.ts";
import {
  customCodeFile,
  customCodePage,
  deviationsFile,
  modelFile,
  modelPage,
  typesFile,
} from "../../src/cli/docs.ts";
import { referencePages } from "../../src/cli/reference-pages.ts";
import { typesText } from "../../src/engine/custom-programs.ts";
import { congestionControls, queueDisciplines, topologies, trafficKinds } from "../../src/engine/index.ts";

const pages = referencePages();

test("the tables of docs/own-code.md match the contract; if not, run: npm run docs", () => {
  const written = readFileSync(customCodeFile, "utf8");
  expect(customCodePage(written)).toBe(written);
  expect(written).toContain("`tcp.cwnd`");
  for (const kind of ["sender", "queue"] as const)
    expect(readFileSync(typesFile(kind), "utf8"), kind).toBe(typesText(kind));
});

test("the tables of docs/deviations.md match the code; if not, run: npm run docs", () => {
  const written = readFileSync(deviationsFile, "utf8");
  expect(deviationsPage(written)).toBe(written);
});

test("the omissions in docs/model.md match the code; if not, run: npm run docs", () => {
  const written = readFileSync(modelFile, "utf8");
  expect(modelPage(written)).toBe(written);
  expect(modelPage("<!-- left out -->\nnothing\n<!-- end of left out -->")).toContain("TCP Fast Open");
});

test("every algorithm, kind of traffic and path has its page, with all its parameters and probes", () => {
  const kinds = [
    { folder: "queues", entries: queueDisciplines },
    { folder: "senders", entries: congestionControls },
    { folder: "traffic", entries: trafficKinds },
    { folder: "paths", entries: topologies },
  ];
  for (const { folder, entries } of kinds) {
    for (const { id, params, probes, cite } of entries) {
      const text = pages.get(`${folder}/${id}.md`) ?? "";
      expect(text).toContain(cite);
      for (const { id: name } of [...params, ...probes]) expect(text, id).toContain(`| \`${name}\` |`);
    }
  }
});

test("links between the pages resolve", () => {
  for (const [path, text] of pages) {
    for (const [, target] of text.matchAll(/\]\(([^)]+)\)/g)) {
      expect([...pages.keys()], `${path} -> ${target}`).toContain(
        join(dirname(path), target).split("\\").join("/"),
      );
    }
  }
});
