import { expect, test } from "vitest";
import { deviationsPage, deviationTable } from "../../src/cli/deviations-page.ts";
import { deviationsOf } from "../../src/engine/deviations.ts";
import { queueDisciplines } from "../../src/engine/index.ts";

const region = (names: string) =>
  `<!-- deviations: ${names} -->\nwhat was there\n<!-- end of deviations -->\n`;
const REST = ["other queues", "other senders", "other traffic", "other paths", "tcp", "network"].map(region);
const page = (...regions: readonly string[]) => deviationsPage([...regions, ...REST].join("\nProse.\n"));

test("keeps the text of the page and generates the tables again", () => {
  const text = page(region("codel"));
  expect(text).toContain("\nProse.\n");
  expect(text).not.toContain("what was there");
  expect(deviationsPage(text)).toBe(text);
});

test("a deviation that several algorithms declare appears once under all their names; settings without a table come last", () => {
  const text = page(region("fq-codel, fq-pie"));
  expect(text.match(/\| what a flow is \|/g)).toHaveLength(1);
  expect(text).toContain("| **FQ-CoDel, FQ-PIE** |");
  const [, others] = text.split("<!-- deviations: other queues -->");
  const unnamed = queueDisciplines.filter(
    ({ id }) => deviationsOf(id).length > 0 && !["fq-codel", "fq-pie"].includes(id),
  );
  expect(unnamed.filter(({ label }) => !others.includes(label))).toEqual([]);
});

test("a table with an unknown name is an error, and so is a missing table", () => {
  expect(() => page(region("coddle"))).toThrow("a table for coddle");
  expect(() => deviationsPage(region("tcp"))).toThrow("has no table for other queues");
});

test("an empty cell is a dash", () => {
  expect(deviationTable([{ subject: "limit", here: "1000 packets" }]).at(-1)).toBe(
    "| limit | – | 1000 packets | – |",
  );
});
