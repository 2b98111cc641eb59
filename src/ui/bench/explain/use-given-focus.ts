/** A panel that opens takes the focus, and gives it back to where it was when it closes. */
import { type RefObject, useEffect, useRef } from "react";

/** `occasion`: takes it again where that changes and the focus is outside. */
export function useGivenFocus(
  panel: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
  occasion: unknown,
): void {
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    void occasion;
    const focused = document.activeElement;
    if (panel.current?.contains(focused) === true) return;
    before.current = focused instanceof HTMLElement ? focused : null;
    heading.current?.focus({ preventScroll: true });
  }, [panel, heading, occasion]);
  useEffect(() => {
    const opened = panel.current;
    return () => {
      const focused = document.activeElement;
      const isLost = focused === null || focused === document.body || opened?.contains(focused) === true;
      if (isLost && before.current?.isConnected === true) before.current.focus({ preventScroll: true });
    };
  }, [panel]);
}
