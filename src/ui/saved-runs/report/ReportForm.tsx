/** What its author writes into a report and chooses of it, and the ways to hand it on. */
import "../../shared/rail.css";
import "../../shared/text-field.css";
import { type ReactNode, useId } from "react";
import { LONGEST_NAME } from "../../../teaching/hand-in.ts";
import { disabledBecause } from "../../shared/because.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { useBench, useBenchState } from "../../state/use-store.ts";
import { type FigureChoice, isShown } from "./figure-list.ts";
import type { ReportDesk, ReportState } from "./report-desk.ts";
import { LONGEST_NOTES, LONGEST_TITLE } from "./report-memory.ts";
import { drawingWords, goOnLabel, keptWords, LIVE_REPORT, notesHelp, roomLeft } from "./report-words.ts";

interface ReportFormProps {
  readonly desk: ReportDesk;
  readonly state: ReportState;
  readonly title: string;
  /** The task's student; empty where anybody may write a name. */
  readonly student: string;
  readonly choices: readonly { readonly legend: string; readonly list: readonly FigureChoice[] }[];
  /** Null while they are drawn. */
  readonly figures: number | null;
  onPrint(): void;
  onSave(): void;
}

export function ReportForm(props: ReportFormProps) {
  const { desk, state, title, student, choices, figures, onPrint, onSave } = props;
  const { draft, last } = state;
  return (
    <form className="report-form" aria-label="Your report" onSubmit={(event) => event.preventDefault()}>
      <Acts figures={figures} onPrint={onPrint} onSave={onSave} />
      <OfLiveRun />
      <Field label="Title">
        {(id) => (
          <input
            id={id}
            className="text-field"
            maxLength={LONGEST_TITLE}
            autoComplete="off"
            placeholder={title}
            value={draft.title}
            onChange={(event) => desk.write({ title: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Name or number (optional)">
        {(id) => (
          <input
            id={id}
            className="text-field"
            maxLength={LONGEST_NAME}
            autoComplete="name"
            readOnly={student !== ""}
            value={student || state.name}
            onChange={(event) => desk.setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <Notes desk={desk} state={state} />
      {last !== null && (
        <button type="button" className="button" onClick={() => desk.takeLast()}>
          {goOnLabel(last.title || "Report")}
        </button>
      )}
      <p className="control__note" role="status">
        {keptWords(state.kept)}
      </p>
      {choices.map(({ legend, list }) => (
        <Choices key={legend} legend={legend} list={list} desk={desk} toggled={draft.toggled} />
      ))}
    </form>
  );
}

function Field({
  label,
  children,
}: {
  readonly label: string;
  readonly children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <p className="report-form__field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </p>
  );
}

function Notes({ desk, state: { draft } }: Pick<ReportFormProps, "desk" | "state">) {
  const [id, noteId] = [useId(), useId()];
  const left = roomLeft(draft.notes.length, LONGEST_NOTES);
  return (
    <p className="report-form__field">
      <label htmlFor={id}>Notes</label>
      <textarea
        id={id}
        className="text-field report-form__notes"
        rows={9}
        maxLength={LONGEST_NOTES}
        value={draft.notes}
        aria-describedby={noteId}
        onChange={(event) => desk.write({ notes: event.currentTarget.value })}
      />
      <span id={noteId} className="control__note">
        {notesHelp(left)}
      </span>
    </p>
  );
}

interface ChoicesProps {
  readonly legend: string;
  readonly list: readonly FigureChoice[];
  readonly desk: ReportDesk;
  readonly toggled: readonly string[];
}

function Choices({ legend, list, desk, toggled }: ChoicesProps) {
  if (list.length === 0) return null;
  return (
    <fieldset className="report-form__choices">
      <legend>{legend}</legend>
      {list.map((choice) => (
        <label key={choice.id} className="check">
          <input type="checkbox" checked={isShown(choice, toggled)} onChange={() => desk.toggle(choice.id)} />
          <span>
            <SymbolText text={choice.label} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Acts({ figures, onPrint, onSave }: Pick<ReportFormProps, "figures" | "onPrint" | "onSave">) {
  const { url } = useBench();
  const because = disabledBecause(figures === null ? "The figures are not drawn yet" : null);
  return (
    <div className="report-form__acts">
      <button
        type="button"
        className="button button--main"
        {...because}
        onClick={() => figures !== null && onPrint()}
      >
        Print or save as PDF
      </button>
      <button type="button" className="button" {...because} onClick={() => figures !== null && onSave()}>
        Save as one HTML file
      </button>
      <CopyButton text={url.link()} label="Copy link" />
      <p className="control__note" role="status">
        {drawingWords(figures !== null, figures ?? 0)}
      </p>
    </div>
  );
}

function OfLiveRun() {
  const bench = useBench();
  const live = useBenchState((state) => state.mode === "live");
  if (!live) return null;
  return (
    <div>
      <p className="control__note">{LIVE_REPORT}</p>
      <button type="button" className="button button--small" onClick={() => bench.setMode("whole")}>
        Report on the whole run
      </button>
    </div>
  );
}
