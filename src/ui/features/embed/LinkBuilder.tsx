/**
 * The dialog that makes a URL: how the page is shown, and which parts are visible and may be changed. The result is a
 * URL, a frame and a QR code.
 */

import {
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { counted } from "../../../lib/counted.ts";
import type { Frame } from "../../core/page-options.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import { PIECES } from "../../parts/pieces.ts";
import { Check } from "../../shared/Button.tsx";
import { CopyText } from "../../shared/CopyText.tsx";
import { useSize } from "../../shared/chart/PlotLayers.tsx";
import { useMediaQuery } from "../../shared/hooks.ts";
import { QrWithScreen } from "../../shared/QrCode.tsx";
import { Segments } from "../../shared/Segments.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import {
  frameOf,
  iframeCode,
  isOptionalPlot,
  LARGEST,
  type LinkDraft,
  lengthWords,
  originOf,
  SIZES,
  SMALLEST,
  START_DRAFT,
  type TouchGroup,
  touchGroups,
  withTick,
} from "./link-draft.ts";
import "./builder.css";

/** Media query of windows with room for a preview. In a smaller window a preview would consist of scroll bars. */
const HAS_ROOM = "(min-width: 1000px) and (min-height: 600px)";

interface DraftProps {
  readonly draft: LinkDraft;
  onDraft(change: Partial<LinkDraft>): void;
}

export function LinkBuilder() {
  return (
    <Dialog name="builder" title="A link for others">
      <Builder />
    </Dialog>
  );
}

function Builder() {
  const { url } = useBench();
  const [draft, setDraft] = useState(START_DRAFT);
  const hasRoom = useMediaQuery(HAS_ROOM);
  const fields: DraftProps = { draft, onDraft: (change) => setDraft((now) => ({ ...now, ...change })) };
  const link = url.benchLink(frameOf(draft));
  return (
    <div className="builder">
      <form className="builder__fields" onSubmit={(event) => event.preventDefault()}>
        <FrameFields {...fields} />
        {draft.shownAs !== "present" && <SeenFields {...fields} />}
        <TouchFields {...fields} />
      </form>
      <LinkResults link={link} draft={draft} label="this link">
        {hasRoom && <LinkPreview link={link} draft={draft} />}
      </LinkResults>
    </div>
  );
}

interface LinkResultsProps {
  readonly link: string;
  readonly draft: LinkDraft;
  /** Description of the QR code's target. */
  readonly label: string;
  readonly children: ReactNode;
}

/** The result of a draft: the code of the frame, the URL and its QR code, below the preview. */
export function LinkResults({ link, draft, label, children }: LinkResultsProps) {
  return (
    <div className="builder__results">
      {children}
      {draft.shownAs === "embed" && (
        <section className="share">
          <h3>Frame for a page</h3>
          <CopyText label="Frame for a page" text={iframeCode(link, draft)} action="Copy frame" />
        </section>
      )}
      <section className="share">
        <h3>Link</h3>
        <CopyText label="Link" text={link} action="Copy link" />
      </section>
      <p className="control__note" role="status">
        {lengthWords(link)}
      </p>
      <QrWithScreen text={link} label={label} />
    </div>
  );
}

const SHOWN_AS = [
  { value: "embed", label: "In another page" },
  { value: "bench", label: "Bench" },
  { value: "present", label: "Projector" },
] as const;

type ThemeChoice = NonNullable<Frame["theme"]> | "own";
const THEMES: readonly { readonly value: ThemeChoice; readonly label: string }[] = [
  { value: "own", label: "Reader’s preference" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "contrast", label: "High contrast" },
];

/**
 * Fields for where the page is shown (in a frame of some size, as the bench, on a projector), its colours, and who may control
 * it.
 */
function FrameFields({ draft, onDraft }: DraftProps) {
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

export function SizeFields({ draft, onDraft }: DraftProps) {
  const menuId = useId();
  const chosen = SIZES.findIndex(({ width, height }) => width === draft.width && height === draft.height);
  return (
    <div className="dialog__row">
      <label htmlFor={menuId}>Size in px</label>
      <select
        id={menuId}
        className="menu"
        value={chosen}
        onChange={({ currentTarget }) => {
          const { width, height } = SIZES[Number(currentTarget.value)] ?? draft;
          onDraft({ width, height });
        }}
      >
        {chosen < 0 && <option value={-1}>custom</option>}
        {SIZES.map(({ label, width, height }, index) => (
          <option key={label} value={index}>
            {`${label}, ${width} × ${height}`}
          </option>
        ))}
      </select>
      {(["width", "height"] as const).map((side) => (
        <input
          key={`${side} ${draft[side]}`}
          className="dialog__pixels"
          type="number"
          aria-label={side === "width" ? "Width" : "Height"}
          min={SMALLEST}
          max={LARGEST}
          defaultValue={draft[side]}
          onBlur={({ currentTarget }) => {
            const typed = Math.round(currentTarget.valueAsNumber);
            const taken = Number.isNaN(typed) ? draft[side] : Math.min(LARGEST, Math.max(SMALLEST, typed));
            currentTarget.value = String(taken);
            onDraft({ [side]: taken });
          }}
        />
      ))}
    </div>
  );
}

function HostField({ draft, onDraft }: DraftProps) {
  const [fieldId, helpId] = [useId(), useId()];
  const isWrong = draft.host.trim() !== "" && originOf(draft.host) === null;
  return (
    <details className="builder__more">
      <summary>Messages from that page</summary>
      <label htmlFor={fieldId}>Address of the page that may change the run by messages</label>
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
          : "Without it, other pages can read the run by messages but not change it."}
      </p>
    </details>
  );
}

/** The side column is not listed, because it is hidden when all of its pieces are hidden. */
const SEEN = PIECES.filter(({ id }) => id !== "side");

function SeenFields({ draft: { hide, more }, onDraft }: DraftProps) {
  const ids = SEEN.map(({ id }) => id);
  const seen = ids.filter((id) => (isOptionalPlot(id) ? more.includes(id) : !hide.includes(id)));
  return (
    <fieldset className="builder__part">
      <legend>Visible</legend>
      <Ticks
        list={SEEN}
        ticked={seen}
        onTicked={(next) =>
          onDraft({
            hide: ids.filter((id) => !isOptionalPlot(id) && !next.includes(id)),
            more: next.filter(isOptionalPlot),
          })
        }
      />
    </fieldset>
  );
}

const TOUCHES = [
  { value: "all", label: "Everything" },
  { value: "some", label: "Selected parts" },
  { value: "none", label: "Nothing" },
] as const;

function TouchFields({ draft, onDraft }: DraftProps) {
  const scenario = useBenchState((state) => state.scenario);
  const groups = useMemo(() => touchGroups(scenario), [scenario]);
  const count = draft.named.length;
  return (
    <fieldset className="builder__part">
      <legend>Can be changed</legend>
      <Radios
        title="Controls"
        value={draft.touch}
        options={TOUCHES}
        onChoose={(touch) => onDraft({ touch })}
      />
      {draft.touch === "some" && (
        <>
          <p className="control__note" role="status">
            {count === 0
              ? "Nothing is selected: readers cannot change anything."
              : `${count === 1 ? "One thing" : counted(count, "thing")} can be changed.`}
          </p>
          {groups.map((group) => (
            <Group key={group.title} group={group} draft={draft} onDraft={onDraft} />
          ))}
        </>
      )}
    </fieldset>
  );
}

function Group({ group, draft: { named }, onDraft }: DraftProps & { readonly group: TouchGroup }) {
  const ticks = (isDetail: boolean) => (
    <Ticks
      list={group.list.filter(({ detail }) => detail === isDetail)}
      ticked={named}
      onTicked={(next) => onDraft({ named: next })}
    />
  );
  return (
    <fieldset className="builder__group">
      <legend>{group.title}</legend>
      {ticks(false)}
      {group.list.some(({ detail }) => detail) && (
        <details className="builder__more">
          <summary>Details</summary>
          {ticks(true)}
        </details>
      )}
    </fieldset>
  );
}

interface TicksProps {
  readonly list: readonly { readonly id: string; readonly label: string }[];
  readonly ticked: readonly string[];
  onTicked(ticked: readonly string[]): void;
}

function Ticks({ list, ticked, onTicked }: TicksProps) {
  return (
    <div className="builder__ticks">
      {list.map(({ id, label }) => (
        <Check key={id} checked={ticked.includes(id)} onCheck={(on) => onTicked(withTick(ticked, id, on))}>
          <span>
            <SymbolText text={label} />
          </span>
        </Check>
      ))}
    </div>
  );
}

interface RadiosProps<V extends string>
  extends Pick<ComponentProps<typeof Segments<V>>, "value" | "options"> {
  readonly title: string;
  onChoose(value: V): void;
}

function Radios<V extends string>({ title, ...segments }: RadiosProps<V>) {
  const titleId = useId();
  return (
    <div className="dialog__row">
      <span id={titleId}>{title}</span>
      <Segments aria-labelledby={titleId} {...segments} />
    </div>
  );
}

/** Size of the preview of a bench or a projector, in px. */
const SCREEN = { width: 1280, height: 800 };
/** Maximum height of the preview, in px. */
const HIGHEST = 340;

/** A scaled-down preview of the page that the URL opens, which follows each change of the form. */
export function LinkPreview({ link, draft }: { readonly link: string; readonly draft: LinkDraft }) {
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  const { width, height } = draft.shownAs === "embed" ? draft : SCREEN;
  const scale = size === null ? 0 : Math.min(1, size.width / width, HIGHEST / height);
  const style = { "--scale": scale, width, height } as CSSProperties;
  return (
    <section aria-label="Preview">
      <h3>Preview</h3>
      <div
        ref={place}
        className="builder__preview"
        style={{ height: Math.min(HIGHEST, height * scale) || HIGHEST }}
      >
        {scale > 0 && <iframe inert title="Preview" src={link} style={style} />}
      </div>
    </section>
  );
}
