/** A button that cycles through the themes: system, dark, light, high contrast. */

import { THEME } from "../core/bench.ts";
import type { AppState } from "../core/store.ts";
import { useBench, useBenchState } from "../core/use-store.ts";
import { Icon } from "../shared/Icon.tsx";
import { useUnsaved } from "./kept-on-device.tsx";

const NEXT_THEME: Record<AppState["theme"], AppState["theme"]> = {
  system: "dark",
  dark: "light",
  light: "contrast",
  contrast: "system",
};
const THEME_NAMES: Record<AppState["theme"], string> = {
  system: "system",
  dark: "dark",
  light: "light",
  contrast: "high contrast",
};

export function ThemeButton({ worded = false }: { readonly worded?: boolean }) {
  const bench = useBench();
  const theme = useBenchState((state) => state.theme);
  const isUnsaved = useUnsaved(THEME);
  const words = `Theme: ${THEME_NAMES[theme]}${isUnsaved ? ", until this page is closed" : ""}`;
  return (
    <button
      type="button"
      className={worded ? "button" : "button button--icon"}
      aria-label={words}
      title={words}
      onClick={() => bench.setTheme(NEXT_THEME[theme])}
    >
      <Icon name="theme" />
      {worded && <span>{words}</span>}
    </button>
  );
}
