/** The head of a control: its name, its help (hover, the "?", or F1; Escape closes), and the way back to the default. */

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import {
  type EnumParam,
  formatValue,
  type Param,
  type ParamValue,
  type Scenario,
} from "../../../engine/index.ts";
import { counted, grouped } from "../../../experiments/counted.ts";
import { IconButton } from "../../shared/Button.tsx";
import { WordsOf } from "../../shared/glossary/WordsOf.tsx";
import { useEscape } from "../../shared/hooks.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { settingsAt } from "../../state/live-changes.ts";
import { isMixed, type RailPlace, readAt } from "../../state/rail.ts";
import type { AppState } from "../../state/store.ts";
import { useBenchState } from "../../state/use-store.ts";
import { valueText } from "../setting-differences.ts";

/** `now`: null where a setting is not in use. */
function inForceWords(now: string | null, atStart: string): string {
  return now === null ? "now not in use" : `now ${now}, ${atStart} at the start`;
}

interface ControlHelp {
  readonly help: string;
  readonly cite?: string | undefined;
  /** "0.3 to 0.99, default 0.5". */
  readonly range?: string | undefined;
}

interface ControlHeadProps extends ControlHelp {
  readonly label: string;
  readonly symbol?: string | undefined;
  /** Id of the control the label belongs to; without it the label is a plain text (a group names itself by it). */
  readonly controlId?: string | undefined;
  readonly labelId: string;
  readonly helpId: string;
  readonly onReset: (() => void) | null;
  /** The name is only spoken: the group's title says it to the eye. */
  readonly quiet?: boolean;
  /** Opens a card that says more than a line of help could; it takes the help's place. */
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
        {/* Behind a name with a symbol WebKit breaks no line by itself. */}
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

/** Out of the tab order, which would be twice as long: F1 anywhere in the control does the same. */
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
      title="What it does, its parameters, its source"
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

/** What every kind of control is given. */

export interface FieldProps<P extends Param> {
  readonly param: P;
  readonly value: ParamValue;
  /** The value of the pinned run where it differs. */
  readonly pinned: ParamValue | undefined;
  /** A sentence under the control: why it cannot be set, "mixed", "pinned 0.50", what it means. */
  readonly note: string | null;
  /** Why it cannot be set now, for those who hear it; null where it can. */
  readonly refusal: string | null;
  /** Without slider, for narrow places. */
  readonly compact: boolean;
  /** A value on the way (a drag goes on). */
  onPreview(value: ParamValue): void;
  /** The change is finished. */
  onCommit(): void;
}

/** What is in force where the playhead stands, where changes in mid-run make it another thing than at the start. */

type Said = Pick<AppState, "mode" | "scenario" | "settings" | "playback">;

/** A live run's controls show what is in force at its present. */
export function inForceNow({ mode, scenario, settings, playback }: Said): Scenario {
  return mode === "live" ? settings : settingsAt(scenario, playback.playheadS);
}

/**
 * "now 5 Mbps, 10 Mbps at the start"; null where they are the same, or where there was nothing at the start. `textOf`
 * says a value, and null where a scenario has none.
 */
export function nowNote(state: Said, textOf: (scenario: Scenario) => string | null): string | null {
  if (state.scenario.changes.length === 0) return null;
  const atStart = textOf(state.scenario);
  const now = textOf(inForceNow(state));
  if (atStart === null || now === atStart) return null;
  return inForceWords(now, atStart);
}

/** What a control says where another value is in force at the playhead than at the start. */

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

/** With what else there is to be said. */
export function joinedNotes(...notes: readonly (string | null | undefined)[]): string | null {
  const said = notes.filter((note) => note !== null && note !== undefined && note !== "");
  return said.length === 0 ? null : said.join(" · ");
}

/** What controls say around their names and values, mostly to the ear. */

export function stepLabel(name: string, sign: 1 | -1): string {
  return sign === 1 ? `${name}: a step more` : `${name}: a step less`;
}

/** `all`: whether all are listed now. */
export function groupsButton(all: boolean, listed: number, groups: number): string {
  return all ? `Show only ${counted(listed, "group")}` : `Show all ${counted(groups, "group")}`;
}

/** The queue of all links, as a choice for one of them. */
export function asAllWords(queue: string): Pick<EnumParam["options"][number], "label" | "help"> {
  return { label: `as all: ${queue}`, help: `The queue of all links: ${queue}.` };
}

/** "3 links, 1 set by hand"; the second stands smaller. */
export function linksWords(links: number, setByHand: number): readonly [string, string] {
  return [counted(links, "link"), setByHand > 0 ? `, ${setByHand} set by hand` : ""];
}

/** What a field allows; undefined where that needs no word. */
export function rangeText(param: Param): string | undefined {
  if (param.kind === "number") {
    const none = param.noneLabel === undefined ? "" : ` or "${param.noneLabel}"`;
    return `${formatValue(param, param.min)} to ${formatValue(param, param.max)}${none}`;
  }
  if (param.kind === "size") return `${param.minPackets} to ${grouped(param.maxPackets)} packets, or bytes`;
  if (param.kind === "text") return param.allowed;
  return undefined;
}
