/** The head of the page: title, presets, undo and redo, notebook, help, sharing. */

import type { MouseEvent } from "react";
import { useOffers } from "../bench/feature.ts";
import { StepButtons } from "../bench/player/StepButtons.tsx";
import { ThemeButton } from "../bench/ThemeButton.tsx";
import { BENCH, screenToFragment } from "../core/page-options.ts";
import { useBench, useBenchState } from "../core/use-store.ts";
import { Button, IconButton } from "../shared/Button.tsx";
import { Icon } from "../shared/Icon.tsx";
import { isPlainClick } from "../shared/plain-click.ts";

/** The navigation between the screens: links if there is room, otherwise a menu at the logo. */
function ScreenNav() {
  const bench = useBench();
  const shown = useBenchState((state) => state.screen.id);
  const show = (id: string) => bench.showScreen(id === "bench" ? BENCH : { id, text: "" });
  const onClick = (event: MouseEvent, id: string) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    show(id);
  };
  return (
    <nav className="screens" aria-label="Screens">
      {bench.page.screens.map(({ id, label }) => (
        <a
          key={id}
          className="screens__link"
          href={id === "bench" ? "#" : `#${screenToFragment({ id, text: "" })}`}
          aria-current={id === shown ? "page" : undefined}
          onClick={(event) => onClick(event, id)}
        >
          {label}
        </a>
      ))}
      <select
        className="screens__menu"
        aria-label="Screen"
        value={shown}
        onChange={(event) => show(event.currentTarget.value)}
      >
        {bench.page.screens.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </nav>
  );
}

export function Header() {
  const bench = useBench();
  const onBench = useBenchState((state) => state.screen.id === "bench");
  const [hasPresets, hasShare] = [useOffers("presets"), useOffers("share")];
  const [hasNotes, hasHelp] = [useOffers("notes"), useOffers("help")];
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
        {onBench && hasPresets && <PresetsButton />}
        {onBench && (
          <StepButtons>
            <ResetButton />
          </StepButtons>
        )}
        {hasNotes && (
          <button
            type="button"
            className="button head__notes"
            aria-haspopup="dialog"
            onClick={() => bench.showDialog("notes")}
          >
            Model notes
          </button>
        )}
        <span className="head__theme">
          <ThemeButton />
        </span>
        {hasHelp && (
          <button
            type="button"
            className="button button--icon button--help"
            aria-haspopup="dialog"
            onClick={() => bench.showDialog("help")}
          >
            <span className="unseen">Help and keys</span>
          </button>
        )}
        {onBench && hasShare && (
          <Button look="main" aria-haspopup="dialog" onClick={() => bench.showDialog("share")}>
            Share
          </Button>
        )}
      </div>
    </header>
  );
}

function PresetsButton() {
  const bench = useBench();
  return (
    <Button aria-haspopup="dialog" onClick={() => bench.showDialog("presets")}>
      Presets
      <Icon name="chevron" />
    </Button>
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
