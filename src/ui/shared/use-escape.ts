/** Escape, whatever has the focus: a tip that covers something must go away on it (WCAG 1.4.13). */
import { useEffect, useEffectEvent } from "react";

export function useEscape(active: boolean, act: (event: KeyboardEvent) => void): void {
  const onEscape = useEffectEvent(act);
  useEffect(() => {
    if (!active) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape") onEscape(event);
    };
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, [active]);
}
