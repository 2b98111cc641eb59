/**
 * The editor of a program, by CodeMirror: lines, colours, completion and faults. The editor is in a shadow root,
 * because of the page's content security policy.
 */
import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "react";
import { FIELDS, HELPERS, hooksOf, type ProgramKind } from "../../../engine/custom-programs.ts";
import type { CodeFault } from "./code-session.ts";

interface CodeEditorProps {
  readonly kind: ProgramKind;
  readonly text: string;
  readonly faults: readonly CodeFault[];
  /** Warnings about code that runs but is probably a mistake. */
  readonly remarks: readonly CodeFault[];
  /** The line to move to. A new `asked` repeats the move. */
  readonly goTo: { readonly line: number; readonly asked: number };
  onType(text: string): void;
}

export function CodeEditor({ kind, text, faults, remarks, goTo, onType }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const typed = useRef(onType);
  typed.current = onType;
  const start = useRef(text);
  useEffect(() => {
    const place = host.current;
    if (place === null) return;
    // A shadow root accepts style sheets without a style element, which the page's policy does not allow.
    const root = place.shadowRoot ?? place.attachShadow({ mode: "open" });
    const editor = new EditorView({
      state: EditorState.create({
        doc: start.current,
        extensions: extensionsFor(kind, (next) => typed.current(next)),
      }),
      parent: root,
      root,
    });
    // Outside the shadow root, the page cannot see that the user is typing and would treat keys as shortcuts.
    const keep = (event: Event) => event.stopPropagation();
    root.addEventListener("keydown", keep);
    view.current = editor;
    return () => {
      root.removeEventListener("keydown", keep);
      view.current = null;
      editor.destroy();
    };
  }, [kind]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    const diagnostics = [
      ...diagnosticsOf(editor.state, faults, "error"),
      ...diagnosticsOf(editor.state, remarks, "warning"),
    ];
    editor.dispatch(setDiagnostics(editor.state, diagnostics));
  }, [faults, remarks]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null || goTo.asked === 0) return;
    const { from } = editor.state.doc.line(Math.min(Math.max(1, goTo.line), editor.state.doc.lines));
    editor.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: "center" }),
    });
    editor.focus();
  }, [goTo]);
  return <div ref={host} className="code__editor" translate="no" />;
}

function diagnosticsOf(
  { doc }: EditorState,
  faults: readonly CodeFault[],
  severity: "error" | "warning",
): Diagnostic[] {
  return faults.flatMap(({ line, message }) => {
    if (line === null || line > doc.lines || line < 1) return [];
    const { from, to } = doc.line(line);
    return [{ from, to, severity, message }];
  });
}

/** Characters that are invisible or reorder others, in addition to those that CodeMirror marks. */
const HIDDEN = /[\p{Cf}\u115F\u1160\u3164\uFFA0]/u;

function writtenOut(code: number): HTMLElement {
  const sign = document.createElement("span");
  sign.className = "cm-specialChar";
  sign.textContent = `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  return sign;
}

function extensionsFor(kind: ProgramKind, onType: (text: string) => void) {
  return [
    lineNumbers(),
    highlightSpecialChars({ addSpecialChars: HIDDEN, render: writtenOut }),
    lintGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    indentUnit.of("  "),
    bracketMatching(),
    highlightActiveLine(),
    javascript(),
    syntaxHighlighting(COLOURS),
    autocompletion({ override: [(context) => completionsAt(context, kind)] }),
    closeBrackets(),
    // Tab accepts an open completion. Otherwise it leaves the editor, as it leaves other fields.
    keymap.of([
      { key: "Tab", run: acceptCompletion },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      "aria-label": `Program of the custom ${kind}`,
      "aria-description": "Tab leaves the editor. Ctrl+Space lists the names that the program can use.",
      spellcheck: "false",
      tabindex: "0",
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onType(update.state.doc.toString());
    }),
    THEME,
  ];
}

/** Completes the fields after "tcp."; at the start of a name, the helpers, and the hooks as whole functions. */
function completionsAt(context: CompletionContext, kind: ProgramKind): CompletionResult | null {
  const member = context.matchBefore(/\b(tcp|segment|queue|packet)\.\w*/);
  if (member !== null) {
    const [owner] = member.text.split(".");
    return {
      from: member.from + owner.length + 1,
      options: FIELDS.filter(({ owner: which }) => which === owner).map(({ name, help, set }) => ({
        label: name,
        type: "property",
        detail: set === undefined ? "read only" : "can be set",
        info: help,
      })),
    };
  }
  const word = context.matchBefore(/\w+/);
  if (word === null && !context.explicit) return null;
  const helpers = HELPERS.filter(({ appliesTo }) => appliesTo === "both" || appliesTo === kind).map(
    ({ name, signature, help }) => ({
      label: name,
      type: "function",
      detail: signature,
      info: help,
    }),
  );
  const hooks = hooksOf(kind).map(({ name, takes, help }) => ({
    label: name,
    apply: `function ${name}(${takes.join(", ")}) {\n  \n}`,
    type: "keyword",
    detail: "hook",
    info: help,
  }));
  return { from: word?.from ?? context.pos, options: [...helpers, ...hooks] };
}

const COLOURS = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.modifier],
    color: "color-mix(in srgb, #9030c8 75%, var(--ink))",
  },
  { tag: [tags.number, tags.bool, tags.null], color: "color-mix(in srgb, #c05500 75%, var(--ink))" },
  { tag: [tags.string, tags.regexp], color: "color-mix(in srgb, #12803a 75%, var(--ink))" },
  { tag: [tags.comment], color: "var(--ink-soft)", fontStyle: "italic" },
  { tag: [tags.definition(tags.variableName), tags.function(tags.variableName)], fontWeight: "600" },
]);

const THEME = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "13px" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": {
    fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
    lineHeight: "1.5",
  },
  ".cm-gutters": { color: "var(--ink-soft)", backgroundColor: "var(--paper)", border: "0" },
  ".cm-activeLine": { backgroundColor: "var(--wash)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 25%, var(--paper))",
  },
  ".cm-tooltip": {
    color: "var(--ink)",
    backgroundColor: "var(--paper)",
    border: "1px solid var(--hairline)",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    color: "var(--ink)",
    backgroundColor: "color-mix(in srgb, var(--accent) 25%, var(--paper))",
  },
  ".cm-completionInfo": { maxWidth: "22em" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy #d02020" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy #b07000" },
});
