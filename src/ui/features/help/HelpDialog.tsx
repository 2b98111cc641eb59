/** The keyboard shortcuts, printed from the key handler's table, and the glossary. */
import { useRef } from "react";
import { keyedActions, projectorActions } from "../../core/action.ts";
import { type Bench, SINGLE_KEYS } from "../../core/bench.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import { KeptNote } from "../../parts/kept-on-device.tsx";
import { ThemeButton } from "../../parts/ThemeButton.tsx";
import { Button, Check } from "../../shared/Button.tsx";
import { GlossaryList } from "../../shared/glossary/GlossaryList.tsx";
import { GlossaryText } from "../../shared/glossary/GlossaryText.tsx";
import { Table } from "../../shared/Table.tsx";
import "./help.css";

/** Sentences on what a drag, a click and a range selection do in a plot. */
const OPENING: readonly string[] = [
  "Drag a control: all curves of the run change immediately. The run before your first change stays visible in grey, and the sentence above the plots says what the change did. Drag on a plot to move the playhead, use Ctrl and the mouse wheel to zoom, and double-click to show the whole run. When a plot has the focus, the keys plus and minus zoom, and 0 shows the whole run.",
  'Ask why: press the symbol of a mark, a loss, a timeout or a join on a plot, or a packet, a sender or the queue in the path. Shift and a drag zooms to a stretch of a plot and asks why it looks like that; "Why here?" asks of all that is in view.',
];

/** Keys that the controls handle themselves while they have the focus. Listed for the help only. */
export const CONTROL_KEYS: readonly { readonly keys: string; readonly help: string }[] = [
  { keys: "← → ↑ ↓", help: "In a slider: a step of 1/20 of its range" },
  { keys: "Shift + arrows", help: "In a slider: a step of 1/100 of its range" },
  { keys: "Page Up, Page Down", help: "In a slider: a step of 1/10 of its range" },
  { keys: "Home, End", help: "In a slider: smallest and largest value" },
  {
    keys: "Tab",
    help: "First press: links to the plots, the player and the controls; then from group to group",
  },
  {
    keys: "Arrows, Home, End",
    help: "In a row of buttons, or a list of flows or links: next or previous one",
  },
  { keys: "Enter", help: "In a slider: go to its text field" },
  { keys: "F1", help: "In a control: show its help" },
  { keys: "Enter, Escape", help: "In a field: apply the typed value, or restore the previous one" },
];

export function HelpDialog() {
  const bench = useBench();
  const singleKeys = useBenchState((state) => state.singleKeys);
  const present = useBenchState(({ frame }) => frame.present);
  const search = useRef<HTMLInputElement>(null);
  return (
    <Dialog name="help" title="Help">
      {OPENING.map((text) => (
        <p key={text}>
          <GlossaryText text={text} />
        </p>
      ))}
      <p className="help__more">
        <Button onClick={() => bench.showDialog("notes")}>Model notes</Button>
        <Button onClick={() => showWords(search.current)}>Glossary</Button>
        <Button onClick={() => bench.showDialog("accessibility")}>Accessibility</Button>
        <Button onClick={() => bench.showDialog("licences")}>Licences</Button>
        <ThemeButton worded />
      </p>
      <h3>{present ? "Projector view" : "In the simulator"}</h3>
      <KeyList table={rowsOf(keyedActions(bench.page.actions, present))} />
      <Check checked={singleKeys} onCheck={(on) => bench.setSingleKeys(on)}>
        Use single-key shortcuts
      </Check>
      <KeptNote kept={SINGLE_KEYS} />
      {!present && (
        <>
          <h3>Projector view</h3>
          <KeyList table={rowsOf(projectorActions(bench.page.actions))} />
        </>
      )}
      <h3>In the controls</h3>
      <KeyList table={CONTROL_KEYS} />
      <GlossaryList field={search} />
    </Dialog>
  );
}

/** Scrolls to the glossary, with its search field at the top. */
function showWords(search: HTMLInputElement | null): void {
  search?.focus({ preventScroll: true });
  search?.closest("section")?.scrollIntoView();
}

interface KeyRow {
  readonly keys: string;
  readonly help: string;
  readonly isSingle?: boolean;
}

function rowsOf(actions: Bench["page"]["actions"]): KeyRow[] {
  return actions.map(({ key, label }) => ({ keys: key.names, help: label, isSingle: key.isSingle }));
}

function KeyList({ table }: { readonly table: readonly KeyRow[] }) {
  const singleKeys = useBenchState((state) => state.singleKeys);
  return (
    <Table
      className="keys"
      rows={table.map(({ keys, help, isSingle = false }) => ({
        key: keys,
        cells: [
          <kbd translate="no" key="keys">
            {keys}
          </kbd>,
          <GlossaryText key="help" text={isSingle && !singleKeys ? `${help} (off)` : help} />,
        ],
      }))}
    />
  );
}
