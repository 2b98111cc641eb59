/** The head of the page: title, screens, undo and redo, reset, colours, and the buttons of the features. */

import type { MouseEvent } from "react";
import { type HeadButton, useFeatures } from "../bench/feature.ts";
import { BENCH, screenToFragment } from "../core/page-options.ts";
import { useBench, useBenchState } from "../core/use-store.ts";
import { StepButtons } from "../parts/StepButtons.tsx";
import { ThemeButton } from "../parts/ThemeButton.tsx";
import { IconButton } from "../shared/Button.tsx";
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
        <HeadButtons place="first" />
        {onBench && (
          <StepButtons>
            <ResetButton />
          </StepButtons>
        )}
        <HeadButtons place="after-steps" />
        <span className="head__theme">
          <ThemeButton />
        </span>
        <HeadButtons place="after-theme" />
        <HeadButtons place="last" />
      </div>
    </header>
  );
}

const LOOKS: Readonly<Record<HeadButton["look"], string>> = {
  menu: "button",
  main: "button button--main",
  "wide only": "button head__notes",
  help: "button button--icon button--help",
};

/** The buttons of the features in one place of the head. */
function HeadButtons({ place }: Pick<HeadButton, "place">) {
  const bench = useBench();
  const onBench = useBenchState((state) => state.screen.id === "bench");
  return useFeatures()
    .flatMap(({ head = [] }) => head)
    .filter((button) => button.place === place && (onBench || !button.isOfBench))
    .map(({ dialog, words, look }) => (
      <button
        key={dialog}
        type="button"
        className={LOOKS[look]}
        aria-haspopup="dialog"
        onClick={() => bench.showDialog(dialog)}
      >
        <span className={look === "help" ? "unseen" : undefined}>{words}</span>
        {look === "menu" && <Icon name="chevron" />}
      </button>
    ));
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
