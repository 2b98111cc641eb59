import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RunButton, readableCode } from "../../../../src/ui/features/custom-code/HeldProgram.tsx";

test("code is shown as it runs: nothing is hidden, reordered, or on a line where it does not run", () => {
  expect(readableCode("// safe \u202e evil\u2028run()\r\nlet a\u200b = 1\rlet b\t= 2\n")).toBe(
    "// safe <U+202E> evil<U+2028>\nrun()\nlet a<U+200B> = 1<U+000D>\nlet b\t= 2\n",
  );
});

test("Run does not count before the programs have been visible for a second", () => {
  expect(renderToStaticMarkup(<RunButton onRun={() => undefined} />)).toContain('aria-disabled="true"');
});
