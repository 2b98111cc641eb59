/** The keys, printed from the table that the handler works from, and the words of the field. */
import { useRef } from "react";
import { ThemeButton } from "../app/Header.tsx";
import { CONTROL_KEYS, KEY_TABLE } from "../app/keys.ts";
import { keyOff } from "../bench/numbers/panel-words.ts";
import { Dialog } from "../shared/Dialog.tsx";
import { GlossaryList } from "../shared/glossary/GlossaryList.tsx";
import { GlossaryText } from "../shared/glossary/GlossaryText.tsx";
import type { KeyBinding } from "../state/key-binding.ts";
import { PROJECTOR_KEYS } from "../state/projector-keys.ts";
import { useBench, useBenchState } from "../state/use-store.ts";
import { HELP_OPENING } from "./help-words.ts";

export function HelpDialog() {
  const bench = useBench();
  const singleKeys = useBenchState((state) => state.singleKeys);
  const rowsOf = (table: readonly KeyBinding[]): KeyRow[] =>
    table.map(({ keys, help, single }) => ({ keys, help, off: single && !singleKeys }));
  const search = useRef<HTMLInputElement>(null);
  return (
    <Dialog name="help" title="Help">
      {HELP_OPENING.map((text) => (
        <p key={text}>
          <GlossaryText text={text} />
        </p>
      ))}
      <p className="help__more">
        <button type="button" className="button" onClick={() => bench.showDialog("notes")}>
          Model notes
        </button>
        <button type="button" className="button" onClick={() => showWords(search.current)}>
          Words of the field
        </button>
        <button type="button" className="button" onClick={() => bench.showDialog("accessibility")}>
          Accessibility
        </button>
        <button type="button" className="button" onClick={() => bench.showDialog("licences")}>
          Licences
        </button>
        <ThemeButton worded />
      </p>
      <h3>On the bench</h3>
      <KeyList rows={rowsOf(KEY_TABLE)} />
      <label className="check">
        <input
          type="checkbox"
          checked={singleKeys}
          onChange={(event) => bench.setSingleKeys(event.currentTarget.checked)}
        />
        Keys that are a single letter, digit or sign act
      </label>
      <h3>On a projector</h3>
      <KeyList rows={rowsOf(PROJECTOR_KEYS)} />
      <h3>In the controls</h3>
      <KeyList rows={CONTROL_KEYS.map((row) => ({ ...row, off: false }))} />
      <GlossaryList field={search} />
    </Dialog>
  );
}

/** The list with its field on top. */
function showWords(search: HTMLInputElement | null): void {
  search?.focus({ preventScroll: true });
  search?.closest("section")?.scrollIntoView();
}

interface KeyRow {
  readonly keys: string;
  readonly help: string;
  readonly off: boolean;
}

function KeyList({ rows }: { readonly rows: readonly KeyRow[] }) {
  return (
    <table className="keys">
      <tbody>
        {rows.map(({ keys, help, off }) => (
          <tr key={keys}>
            <th scope="row">
              <kbd>{keys}</kbd>
            </th>
            <td>
              <GlossaryText text={off ? keyOff(help) : help} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
