/**
 * The parts that all controls share. The head has the name, the help (hover, the "?", or F1; Escape closes it) and the button that
 * resets to the default. Below are the notes.
 */

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import {
  type EnumParam,
  formatValue,
  type Param,
  type ParamValue,
  type Scenario,
} from "../../../engine/index.ts";
import { counted, grouped } from "../../../lib/counted.ts";
import { settingsAt } from "../../core/live-changes.ts";
import { isMixed, type RailPlace, readAt } from "../../core/rail.ts";
import type { AppState } from "../../core/store.ts";
import { useBenchState } from "../../core/use-store.ts";
import { nameOf, valueText } from "../../parts/words/setting-differences.ts";
import { IconButton } from "../../shared/Button.tsx";
import { GlossaryText } from "../../shared/glossary/GlossaryText.tsx";
import { WORD_STOPS } from "../../shared/glossary/TermWord.tsx";
import { WordsOf } from "../../shared/glossary/WordsOf.tsx";
import { useEscape } from "../../shared/hooks.ts";
import { useRovingTabindex } from "../../shared/roving-tabindex.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";

/** Returns a text on the setting in force. `now` is null if the setting is not in use. */
function inForceWords(now: string | null, atStart: string): string {
  return now === null ? "now not in use" : `now ${now}, ${atStart} at the start`;
}

interface ControlHelp {
  readonly help: string;
  readonly cite?: string | undefined;
  /** Range and default as text: "0.3 to 0.99, default 0.5". */
  readonly range?: string | undefined;
}

interface ControlHeadProps extends ControlHelp {
  readonly label: string;
  readonly symbol?: string | undefined;
  /**
   * Id of the control that the label belongs to. Without an id the label is plain text, and a group refers to the
   * label as its name.
   */
  readonly controlId?: string | undefined;
  readonly labelId: string;
  readonly helpId: string;
  readonly onReset: (() => void) | null;
  /** True if the name is for screen readers only, because the group's title already shows it. */
  readonly quiet?: boolean;
  /** Opens a card with longer help, which replaces the help text. */
  readonly onAbout?: (() => void) | undefined;
  readonly children?: ReactNode;
}

export function ControlHead(props: ControlHeadProps) {
  const { label, symbol, controlId, labelId, helpId, onReset, quiet = false, onAbout, children } = props;
  const [shown, setShown] = useState(false);
  const tipId = useId();
  useEscape(shown, () => setShown(false));
  const name = (
    <>
      <SymbolText text={symbol ?? label} />
      {symbol !== undefined && symbol !== label && <span className="unseen">{`, ${label}`}</span>}
    </>
  );
  return (
    <div className={quiet ? "control__head control__head--quiet" : "control__head"}>
      <span
        className="control__name"
        onPointerEnter={(event) => event.pointerType === "mouse" && !quiet && setShown(true)}
        onPointerLeave={() => setShown(false)}
      >
        {controlId ? (
          <label id={labelId} htmlFor={controlId}>
            {name}
          </label>
        ) : (
          <span id={labelId}>{name}</span>
        )}
        {/* WebKit does not break a line after a name with a symbol. */}
        <wbr />
        {onReset && (
          <IconButton
            icon="reset"
            className="control__reset"
            label={`Reset ${label} to its default`}
            onClick={onReset}
          />
        )}
        {onAbout === undefined && <HelpButton label={label} tipId={tipId} shown={shown} onShow={setShown} />}
      </span>
      {children}
      {onAbout !== undefined && <AboutButton label={label} onAbout={onAbout} />}
      <span id={helpId} hidden>
        {props.help}
      </span>
      {shown && <HelpTip id={tipId} title={symbol ? label : undefined} {...props} />}
    </div>
  );
}

interface HelpButtonProps {
  readonly label: string;
  readonly tipId: string;
  readonly shown: boolean;
  onShow(change: (shown: boolean) => boolean): void;
}

/**
 * The help button. It is not a Tab stop, which would double the number of Tab stops: F1 anywhere in the control does
 * the same.
 */
function HelpButton({ label, tipId, shown, onShow }: HelpButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const control = button.current?.closest(".control__head")?.parentElement;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "F1") return;
      event.preventDefault();
      onShow((now) => !now);
    };
    control?.addEventListener("keydown", onKey);
    return () => control?.removeEventListener("keydown", onKey);
  }, [onShow]);
  return (
    <button
      ref={button}
      type="button"
      tabIndex={-1}
      className="control__help"
      aria-describedby={shown ? tipId : undefined}
      aria-expanded={shown}
      onFocus={(event) => event.currentTarget.matches(":focus-visible") && onShow(() => true)}
      onBlur={() => onShow(() => false)}
      onClick={() => onShow((now) => !now)}
    >
      <span className="unseen">{`Help: ${label}`}</span>
    </button>
  );
}

function AboutButton({ label, onAbout }: { readonly label: string; onAbout(): void }) {
  return (
    <button
      type="button"
      className="control__about"
      aria-haspopup="dialog"
      title="Description, parameters and source"
      onClick={onAbout}
    >
      <span className="unseen">{`About this ${label.toLowerCase()}`}</span>
    </button>
  );
}

function HelpTip({
  id,
  title,
  help,
  cite,
  range,
}: ControlHelp & { readonly id: string; readonly title?: string | undefined }) {
  return (
    <span className="tip control__tip" role="tooltip" id={id}>
      {title && <b className="tip__title">{title}</b>}
      <span>
        <SymbolText text={help} />
      </span>
      <WordsOf text={help} />
      {(range || cite) && <span className="tip__small">{[range, cite].filter(Boolean).join(" · ")}</span>}
    </span>
  );
}

/** Properties that every kind of control receives. */
export interface FieldProps<P extends Param> {
  readonly param: P;
  readonly value: ParamValue;
  /** Value of the pinned run, if it differs. */
  readonly pinned: ParamValue | undefined;
  /** A sentence below the control: why the value cannot be set, "mixed", "pinned 0.50", or what the value means. */
  readonly note: string | null;
  /** Reason why the value cannot be set now, for screen readers; null if it can be set. */
  readonly refusal: string | null;
  /** True for narrow places, where the control has no slider. */
  readonly compact: boolean;
  /** Called with each value during a drag. */
  onPreview(value: ParamValue): void;
  /** Called when the change is finished. */
  onCommit(): void;
}

/** The part of the state that determines the settings in force at the playhead, which changes during the run may have altered. */
type Said = Pick<AppState, "mode" | "scenario" | "settings" | "playback">;

/** Returns the settings in force. In a live run, these are the current settings. */
export function inForceNow({ mode, scenario, settings, playback }: Said): Scenario {
  return mode === "live" ? settings : settingsAt(scenario, playback.playheadS);
}

/**
 * Returns "now 5 Mbps, 10 Mbps at the start"; null if the values are equal or the scenario at the start has no such
 * value. `textOf` returns a scenario's value as text; null if the scenario has no such value.
 */
export function nowNote(state: Said, textOf: (scenario: Scenario) => string | null): string | null {
  if (state.scenario.changes.length === 0) return null;
  const atStart = textOf(state.scenario);
  const now = textOf(inForceNow(state));
  if (atStart === null || now === atStart) return null;
  return inForceWords(now, atStart);
}

/** Returns the note of a control whose value at the playhead differs from the value at the start. */
export function useNowNote(textOf: (scenario: Scenario) => string | null): string | null {
  return useBenchState((state) => nowNote(state, textOf));
}

export function useParamNowNote(place: RailPlace, param: Param): string | null {
  return useNowNote((scenario) => {
    const value = readAt(scenario, place, param.id);
    if (value === undefined) return null;
    return isMixed(scenario, place, param.id) ? "mixed" : valueText(param, value);
  });
}

/** Joins notes into one text. */
export function joinedNotes(...notes: readonly (string | null | undefined)[]): string | null {
  const present = notes.filter((note) => note !== null && note !== undefined && note !== "");
  return present.length === 0 ? null : present.join(" · ");
}

export function stepLabel(name: string, sign: 1 | -1): string {
  return sign === 1 ? `${name}: one step up` : `${name}: one step down`;
}

/** Returns the label of the button that lists more or fewer groups. `all` is true if all groups are listed. */
export function groupsButton(all: boolean, listed: number, groups: number): string {
  return all ? `Show only ${counted(listed, "group")}` : `Show all ${counted(groups, "group")}`;
}

/** Returns the option with which a link uses the queue of all links. */
export function asAllWords(queue: string): Pick<EnumParam["options"][number], "label" | "help"> {
  return { label: `as all: ${queue}`, help: `The queue of all links: ${queue}.` };
}

/** Returns "3 links, 1 set by hand" in two parts; the second is shown smaller. */
export function linksWords(links: number, setByHand: number): readonly [string, string] {
  return [counted(links, "link"), setByHand > 0 ? `, ${setByHand} set by hand` : ""];
}

/** Returns the allowed range of a parameter as text; undefined if the range needs no mention. */
function rangeText(param: Param): string | undefined {
  if (param.kind === "number") {
    const none = param.noneLabel === undefined ? "" : ` or "${param.noneLabel}"`;
    return `${formatValue(param, param.min)} to ${formatValue(param, param.max)}${none}`;
  }
  if (param.kind === "size") return `${param.minPackets} to ${grouped(param.maxPackets)} packets, or bytes`;
  if (param.kind === "text") return param.allowed;
  return undefined;
}

/**
 * Returns the properties that the head, field, slider and notes share, so that they name and disable the same
 * control.
 */
export function useFieldFrame<P extends Param>(props: FieldProps<P>) {
  const { param, value, pinned, note, refusal, onPreview, onCommit } = props;
  const [fieldId, labelId, helpId, errorId] = [useId(), useId(), useId(), useId()];
  const [error, setError] = useState<string | null>(null);
  const set = (next: ParamValue) => {
    setError(null);
    onPreview(next);
    onCommit();
  };
  const disabled = refusal !== null;
  const onReset =
    value !== param.default && !disabled && isInReach(param, param.default) ? () => set(param.default) : null;
  return {
    set,
    head: { ...headOf(param, refusal), controlId: fieldId, labelId, helpId, onReset },
    field: { id: fieldId, label: param.label, helpId, errorId, error, disabled, onError: setError },
    slider: { fieldId, labelId, helpId, disabled, onCommit },
    notes: { error, errorId, note, pinned, param },
  };
}

/** Returns whether a value may be set. A guide's bounds may exclude the default. */
function isInReach(param: Param, value: ParamValue): boolean {
  return param.kind !== "number" || typeof value !== "number" || (value >= param.min && value <= param.max);
}

interface FieldNotesProps {
  readonly error: string | null;
  readonly errorId: string;
  readonly noteId?: string;
  readonly note: string | null;
  readonly pinned: FieldProps<Param>["pinned"];
  readonly param: Param;
}

export function FieldNotes({ error, errorId, noteId, note, pinned, param }: FieldNotesProps) {
  const pinnedText = pinned === undefined ? null : `pinned ${valueText(param, pinned)}`;
  const noteText = pinnedText === null ? note : note?.replace(/\.$/, "");
  const words = [noteText, pinnedText].filter(Boolean).join(" · ");
  const terms = useRovingTabindex(...WORD_STOPS);
  return (
    <>
      {words !== "" && (
        <p className="control__note" id={noteId} ref={terms}>
          <GlossaryText text={words} />
        </p>
      )}
      <p className="control__error" id={errorId} role="alert">
        {error}
      </p>
    </>
  );
}

/** Returns the help text for screen readers, with the reason why the value cannot be set. */
export function helpOf({ help }: { readonly help: string }, refusal: string | null): string {
  return refusal === null ? help : `${help} ${refusal}`;
}

export function headOf(param: Param, refusal: string | null) {
  return {
    label: param.label,
    symbol: nameOf(param),
    help: helpOf(param, refusal),
    cite: param.cite,
    range: rangeText(param),
  };
}
