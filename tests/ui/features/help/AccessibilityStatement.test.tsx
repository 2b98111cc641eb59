import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { BenchContext } from "../../../../src/ui/core/use-store.ts";
import { AccessibilityStatement } from "../../../../src/ui/features/help/AccessibilityStatement.tsx";
import { madeBench } from "../../core/made-runs.ts";

const text = readFileSync(resolve(import.meta.dirname, "../../../../docs/accessibility.md"), "utf8");
const sections = text.split(/^## /m).slice(1);
const itemsOf = (section: string) => section.split(/^- /m).slice(1);

it("has a test for each statement of conformance", () => {
  const [tested, support] = sections;
  const items = [tested, support].flatMap(itemsOf);
  expect(items.length).toBeGreaterThan(15);
  expect(items.filter((item) => !/:\s+`tests\/[\w/.-]+`(?:,\s+`tests\/[\w/.-]+`)*\.\s*$/.test(item))).toEqual(
    [],
  );
});

it("states what does not conform, and how to report a barrier", () => {
  expect(sections.map((section) => section.split("\n")[0])).toEqual([
    "What was tested, and how",
    "Support by need",
    "What is known not to conform, or was not tried",
    "Reporting a barrier",
  ]);
  expect(itemsOf(sections[2]).length).toBeGreaterThan(3);
});

it("is drawn completely in the page, under the dialog's title", () => {
  const bench = madeBench();
  bench.showDialog("accessibility");
  const html = renderToStaticMarkup(
    <BenchContext value={bench}>
      <AccessibilityStatement />
    </BenchContext>,
  );
  expect(html.match(/<h2[^>]*><span>Accessibility<\/span><\/h2>/g)).toHaveLength(1);
  expect(html).not.toContain("<h1");
  expect(html.match(/<h3>/g)).toHaveLength(sections.length);
  expect(html.match(/<li>/g)).toHaveLength(sections.flatMap(itemsOf).length);
});
