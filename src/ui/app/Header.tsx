/** The head of the page: what it is, presets, undo and redo, notes, help, sharing. */

import { StepButtons } from "../bench/player/StepButtons.tsx";
import { ThemeButton } from "../bench/ThemeButton.tsx";
import { Icon } from "../shared/Icon.tsx";
import { IconButton } from "../shared/IconButton.tsx";
import { useBench, useBenchState } from "../state/use-store.ts";
import { ScreenNav } from "./ScreenNav.tsx";

export function Header() {
  const bench = useBench();
  const onBench = useBenchState((state) => state.screen.id === "bench");
  return (
    <header className="head">
      <h1 className="head__name">
        <Logo />
        <span>
          Sawtooth<span className="unseen">, a TCP, ECN and AQM simulator</span>
        </span>
      </h1>
      <ScreenNav />
      <div className="head__tools" role="toolbar" aria-label="Page">
        {onBench && <PresetsButton />}
        {onBench && (
          <StepButtons>
            <ResetButton />
          </StepButtons>
        )}
        <button
          type="button"
          className="button head__notes"
          aria-haspopup="dialog"
          onClick={() => bench.showDialog("notes")}
        >
          Model notes
        </button>
        <span className="head__theme">
          <ThemeButton />
        </span>
        <button
          type="button"
          className="button button--icon button--help"
          aria-haspopup="dialog"
          onClick={() => bench.showDialog("help")}
        >
          <span className="unseen">Help and keys</span>
        </button>
        {onBench && (
          <button
            type="button"
            className="button button--main"
            aria-haspopup="dialog"
            onClick={() => bench.showDialog("share")}
          >
            Share
          </button>
        )}
      </div>
    </header>
  );
}

function PresetsButton() {
  const bench = useBench();
  return (
    <button
      type="button"
      className="button"
      aria-haspopup="dialog"
      onClick={() => bench.showDialog("presets")}
    >
      Presets
      <Icon name="chevron" />
    </button>
  );
}

function Logo() {
  return (
    <svg className="head__logo" viewBox="0 0 28 20" aria-hidden="true">
      <path d="M2 17 10 6v8L18 4v8l8-10" />
    </svg>
  );
}

function ResetButton() {
  const { edits } = useBench();
  return (
    <IconButton
      icon="reset"
      className="button button--icon head__reset"
      label="Reset all to the defaults"
      title="Reset all (can be undone)"
      onClick={() => edits.reset()}
    />
  );
}
