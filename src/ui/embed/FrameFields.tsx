/** How the page is shown: inside another page and how large, as the bench, on a projector; its colours; who may set it. */
import { useId } from "react";
import type { Frame } from "../state/beside.ts";
import { sizeWords } from "./frame-words.ts";
import type { DraftProps } from "./LinkBuilder.tsx";
import { LARGEST, originOf, SIZES, SMALLEST } from "./link-draft.ts";
import { Radios } from "./Radios.tsx";

const SHOWN_AS = [
  { value: "embed", label: "In another page" },
  { value: "bench", label: "Bench" },
  { value: "present", label: "Projector" },
] as const;

type ThemeChoice = NonNullable<Frame["theme"]> | "own";
const THEMES: readonly { readonly value: ThemeChoice; readonly label: string }[] = [
  { value: "own", label: "Reader’s own" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "contrast", label: "High contrast" },
];

export function FrameFields({ draft, onDraft }: DraftProps) {
  return (
    <fieldset className="builder__part">
      <legend>Shown as</legend>
      <Radios
        title="Place"
        value={draft.shownAs}
        options={SHOWN_AS}
        onChoose={(shownAs) => onDraft({ shownAs })}
      />
      <Radios
        title="Colours"
        value={draft.theme ?? "own"}
        options={THEMES}
        onChoose={(theme) => onDraft({ theme: theme === "own" ? null : theme })}
      />
      {draft.shownAs === "embed" && (
        <>
          <SizeFields draft={draft} onDraft={onDraft} />
          <HostField draft={draft} onDraft={onDraft} />
        </>
      )}
    </fieldset>
  );
}

function SizeFields({ draft, onDraft }: DraftProps) {
  const menuId = useId();
  const chosen = SIZES.findIndex(({ width, height }) => width === draft.width && height === draft.height);
  return (
    <div className="builder__row">
      <label htmlFor={menuId}>Size in px</label>
      <select
        id={menuId}
        className="menu"
        value={chosen}
        onChange={({ currentTarget }) => {
          const size = SIZES[Number(currentTarget.value)];
          if (size !== undefined) onDraft({ width: size.width, height: size.height });
        }}
      >
        {chosen < 0 && <option value={-1}>of your own</option>}
        {SIZES.map((size, index) => (
          <option key={size.label} value={index}>
            {sizeWords(size)}
          </option>
        ))}
      </select>
      <PixelField label="Width" value={draft.width} onValue={(width) => onDraft({ width })} />
      <PixelField label="Height" value={draft.height} onValue={(height) => onDraft({ height })} />
    </div>
  );
}

interface PixelFieldProps {
  readonly label: string;
  readonly value: number;
  onValue(value: number): void;
}

function PixelField({ label, value, onValue }: PixelFieldProps) {
  return (
    <input
      className="builder__pixels"
      type="number"
      aria-label={label}
      min={SMALLEST}
      max={LARGEST}
      defaultValue={value}
      key={value}
      onBlur={({ currentTarget }) => {
        const typed = Math.round(currentTarget.valueAsNumber);
        const inside = Math.min(LARGEST, Math.max(SMALLEST, Number.isNaN(typed) ? value : typed));
        currentTarget.value = String(inside);
        onValue(inside);
      }}
    />
  );
}

function HostField({ draft, onDraft }: DraftProps) {
  const [fieldId, helpId] = [useId(), useId()];
  const isWrong = draft.host.trim() !== "" && originOf(draft.host) === null;
  return (
    <details className="builder__more">
      <summary>Messages from that page</summary>
      <label htmlFor={fieldId}>Address of the page that may set the run by messages</label>
      <input
        id={fieldId}
        className={isWrong ? "text-field text-field--wrong" : "text-field"}
        type="url"
        placeholder="https://course.example"
        value={draft.host}
        aria-invalid={isWrong}
        aria-describedby={helpId}
        onChange={({ currentTarget }) => onDraft({ host: currentTarget.value })}
      />
      <p id={helpId} className={isWrong ? "control__error" : "control__note"}>
        {isWrong
          ? "It must begin with https:// or http://."
          : "Without it, a page can read the run by messages, and not change it."}
      </p>
    </details>
  );
}
