/** The way between the screens: links where there is room, a menu behind the sign where there is not. */
import type { MouseEvent } from "react";
import { isPlainClick } from "../shared/plain-click.ts";
import { BENCH, SCREENS, type ScreenId, screenToFragment } from "../state/page-options.ts";
import { useBench, useBenchState } from "../state/use-store.ts";

export function ScreenNav() {
  const bench = useBench();
  const shown = useBenchState((state) => state.screen.id);
  const show = (id: ScreenId) => bench.showScreen(id === "bench" ? BENCH : { id, text: "" });
  const onClick = (event: MouseEvent, id: ScreenId) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    show(id);
  };
  return (
    <nav className="screens" aria-label="Screens">
      {SCREENS.map(({ id, label }) => (
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
        onChange={(event) => show(event.currentTarget.value as ScreenId)}
      >
        {SCREENS.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </nav>
  );
}
