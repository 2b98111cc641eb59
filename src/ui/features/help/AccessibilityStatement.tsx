/** The accessibility statement: the project's own document, rendered in the page. */
import statement from "../../../../docs/accessibility.md?raw";
import { tokensOf } from "../../../teaching/document/document.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import { Markdown } from "../../parts/markdown/Markdown.tsx";

/** The dialog shows the title. */
const TOKENS = tokensOf(statement.replace(/^# .*\n/, ""));

export function AccessibilityStatement() {
  return (
    <Dialog name="accessibility" title="Accessibility">
      <Markdown tokens={TOKENS} lang="en" />
    </Dialog>
  );
}
