/** Form fields that the tabs of the screen for teachers share. */

import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { originText, type RunOrigin, type Scenario, scenarioToUrl } from "../../../engine/index.ts";
import { counted } from "../../../lib/counted.ts";
import type { DocumentProblem } from "../../../teaching/document/document.ts";
import { useBench } from "../../core/use-store.ts";
import { Button } from "../../shared/Button.tsx";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { SelectedText } from "../../shared/CopyText.tsx";
import { ProblemList } from "../../shared/ProblemList.tsx";
import { isPlainClick } from "../../shared/plain-click.ts";
import { SymbolLines, SymbolText } from "../../shared/SymbolText.tsx";
import { saveFile } from "../../shared/site-file.ts";
import { TextFile } from "../../shared/TextFile.tsx";
import "../../shared/figures/figures.css";
import "./forms.css";

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly fault?: string | undefined;
  readonly hint?: string;
  readonly short?: boolean;
  /** True if the label is for screen readers only, because the position of the field shows it. */
  readonly unseen?: boolean;
  /** The thing that the field belongs to, read out after the label, where several fields have the same label. */
  readonly of?: string;
  /** Unit of the number, beside the field. */
  readonly unit?: string;
  onValue(value: string): void;
}

/** A labelled text field, with its error below. */
export function Field({
  label,
  value,
  fault,
  hint,
  short = false,
  unseen = false,
  of: subject,
  unit = "",
  onValue,
}: FieldProps) {
  const [id, noteId] = [useId(), useId()];
  return (
    <span className={short ? "class-field class-field--short" : "class-field"}>
      <label htmlFor={id} className={unseen ? "unseen" : undefined}>
        <span>{label}</span>
        {subject !== undefined && <span className="unseen">{` of ${subject}`}</span>}
      </label>
      <span className="class-field__box">
        <input
          id={id}
          className={fault === undefined ? "text-field" : "text-field text-field--wrong"}
          type="text"
          autoComplete="off"
          spellCheck={false}
          value={value}
          placeholder={hint}
          aria-invalid={fault !== undefined}
          aria-describedby={noteId}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
        {unit !== "" && <span className="class-field__unit">{unit}</span>}
      </span>
      <span id={noteId} className="class-field__fault">
        {fault !== undefined && <SymbolText text={fault} />}
      </span>
    </span>
  );
}

interface LinkFieldProps {
  readonly label: string;
  readonly value: string;
  onValue(value: string): void;
  readonly fileLabel: string;
  onFile(text: string, name: string): void;
  readonly problems: readonly DocumentProblem[];
  /** Content between the field and the button for a file, and content after the button. */
  readonly children?: readonly [before: ReactNode, behind: ReactNode];
}

/** A field for the URL of a task or a talk, or for its file. */
export function LinkField({ label, value, onValue, fileLabel, onFile, problems, children }: LinkFieldProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <span className="class__row">
        <input
          id={id}
          className="text-field"
          type="text"
          autoComplete="off"
          value={value}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
        {children?.[0]}
        <TextFile label={fileLabel} accept=".md,.txt,text/markdown" onText={onFile} />
        {children?.[1]}
      </span>
      <div role="alert" className="class-field__fault">
        {problems.length > 0 && <ProblemList problems={problems} />}
      </div>
    </>
  );
}

interface OpenDocumentProps {
  /** The kind of document, such as "task". */
  readonly what: string;
  readonly problems: readonly DocumentProblem[];
  onOpen(text: string): void;
  /** Additional buttons. */
  readonly children?: ReactNode;
}

/** A field that opens an existing document for editing. */
export function OpenDocument({ what, problems, onOpen, children }: OpenDocumentProps) {
  const [text, setText] = useState("");
  return (
    <details className="class__open">
      <summary>{`Open an existing ${what}`}</summary>
      <LinkField
        label="Its link"
        value={text}
        onValue={setText}
        fileLabel="Open a file (.md)"
        onFile={onOpen}
        problems={problems}
      >
        {[
          <Button key="open" onClick={() => onOpen(text)}>
            Open
          </Button>,
          children,
        ]}
      </LinkField>
    </details>
  );
}

/** Length above which some chats, mail programs and learning platforms cut a URL (characters). */
const LONG_LINK = 2000;

interface MadeLinkProps {
  /** The kind of document, such as "task". */
  readonly what: string;
  readonly link: string;
  /** Start of the file's name. */
  readonly id: string;
  file(): string;
  /** A different way to use the document. */
  readonly children: ReactNode;
}

/** The URL that contains a whole document, and the same document as a file. */
export function MadeLink({ what, link, id, file, children }: MadeLinkProps) {
  return (
    <>
      <SelectedText label={`Link of the ${what}`} text={link} rows={4} />
      <p className="class__note">
        <span>{`The link contains the whole ${what}: ${counted(link.length, "character")}.`}</span>
        {link.length > LONG_LINK && (
          <span>{` Some programs cut off links longer than ${LONG_LINK}: use the file instead.`}</span>
        )}
      </p>
      <p className="class__row">
        {children}
        <CopyButton text={link} label="Copy the link" />
        <Button onClick={() => saveFile(`${id}.md`, "text/markdown", file())}>Save the file (.md)</Button>
      </p>
    </>
  );
}

interface FaultListProps {
  readonly lines: readonly string[];
  readonly children?: ReactNode;
}

/** The list of errors, shown instead of the URL while the document has errors. */
export function FaultList({ lines, children }: FaultListProps) {
  return (
    <div className="class__faults" role="status">
      {children}
      <SymbolLines lines={lines} />
    </div>
  );
}

/** A link that opens a run on the bench. Its address can be copied. */
interface RunLinkProps extends ComponentProps<"a"> {
  readonly scenario: Scenario;
  /** The version that has computed the run before; the bench then says what differs. */
  readonly origin?: RunOrigin | undefined;
}

export function RunLink({ scenario, origin, ...link }: RunLinkProps) {
  const bench = useBench();
  const fragment = `${scenarioToUrl(scenario)}${origin === undefined ? "" : `&made=${originText(origin)}`}`;
  return (
    <a
      className="strip__link"
      href={`#${fragment}`}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        bench.openRun(scenario, null, origin && { by: origin, fragment });
      }}
      {...link}
    />
  );
}
