/** Runs worth seeing: what each shows, and a question to answer with it. */
import { type Preset, presets } from "../../engine/index.ts";
import { SymbolText } from "../SymbolText.tsx";
import { useBench } from "../state/use-store.ts";
import { Dialog } from "./Dialog.tsx";

export function PresetsMenu() {
  const bench = useBench();
  const open = (preset: Preset) => {
    bench.openPreset(preset);
    bench.showDialog(null);
  };
  return (
    <Dialog name="presets" title="Presets">
      <ul className="presets">
        {presets.map((preset) => (
          <li key={preset.id}>
            <button type="button" className="presets__item" onClick={() => open(preset)}>
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
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
