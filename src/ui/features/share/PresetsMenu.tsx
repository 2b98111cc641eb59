/**
 * The menu of presets under their headings: what each run shows, and a question that it answers. Arrow keys move through the
 * list.
 */
import { type KeyboardEvent, useId, useRef } from "react";
import { type Preset, presets } from "../../../engine/index.ts";
import { useRefusalToOpen } from "../../core/use-permission.ts";
import { useBench } from "../../core/use-store.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import { disabledBecause } from "../../shared/Button.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import "./share.css";

const GROUPS = [...new Set(presets.map(({ group }) => group))];

export function PresetsMenu() {
  return (
    <Dialog name="presets" title="Presets">
      <PresetList />
    </Dialog>
  );
}

function PresetList() {
  const bench = useBench();
  const list = useRef<HTMLDivElement>(null);
  const refusal = useRefusalToOpen();
  const open = (preset: Preset) => {
    if (refusal !== null) return;
    bench.openPreset(preset);
    bench.showDialog(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>(".presets__item") ?? [])];
    const target = arrowTarget(event.key, items.indexOf(event.currentTarget), items.length);
    if (target === null) return;
    event.preventDefault();
    items[target].focus();
  };
  return (
    <div ref={list}>
      {refusal !== null && <p className="control__note">{refusal}</p>}
      {GROUPS.map((group) => (
        <PresetGroup key={group} group={group} refusal={refusal} onOpen={open} onKeyDown={onKeyDown} />
      ))}
    </div>
  );
}

interface ItemActs {
  /** Reason why no preset can be opened; null if presets can be opened. */
  readonly refusal: string | null;
  onOpen(preset: Preset): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

function PresetGroup({ group, ...acts }: ItemActs & { readonly group: string }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId}>{group}</h3>
      <ul className="presets plain-list">
        {presets
          .filter((preset) => preset.group === group)
          .map((preset) => (
            <li key={preset.id}>
              <PresetItem preset={preset} {...acts} />
            </li>
          ))}
      </ul>
    </section>
  );
}

function PresetItem({ preset, refusal, onOpen, onKeyDown }: ItemActs & { readonly preset: Preset }) {
  return (
    <button
      type="button"
      className="presets__item"
      {...disabledBecause(refusal)}
      onClick={() => onOpen(preset)}
      onKeyDown={onKeyDown}
    >
      <b>
        <SymbolText text={preset.label} />
      </b>
      <span>
        <SymbolText text={preset.sentence} />
      </span>
      <span className="presets__question">
        <SymbolText text={preset.question} />
      </span>
    </button>
  );
}

/** Returns the index of the item that a key leads to: arrows move by one, Home and End to the ends; null for other keys. */
export function arrowTarget(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
    case "ArrowRight":
      return Math.min(count - 1, at + 1);
    case "ArrowUp":
    case "ArrowLeft":
      return Math.max(0, at - 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
