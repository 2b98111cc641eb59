/** The head of a control: its name, its help (hover, the "?", or F1; Escape closes), and the way back to the default. */
import { WordsOf } from "../../shared/glossary/WordsOf.tsx";
import "../../shared/rail.css";
import { aboutLabel, helpLabel, resetLabel } from "../../state/control-words.ts";
import "../../shared/tip.css";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { IconButton } from "../../shared/IconButton.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { useEscape } from "../../shared/use-escape.ts";

export interface ControlHelp {
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
        {onReset && (
          <IconButton icon="reset" className="control__reset" label={resetLabel(label)} onClick={onReset} />
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
      <span className="unseen">{helpLabel(label)}</span>
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
      <span className="unseen">{aboutLabel(label)}</span>
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
