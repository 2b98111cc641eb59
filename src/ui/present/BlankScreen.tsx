/** Nothing to look at but the speaker. */
import { useEffect, useRef } from "react";
import { usePresenting } from "./use-presenting.ts";

export function BlankScreen() {
  const presenting = usePresenting();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    button.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <button
      ref={button}
      type="button"
      className="projector__blank"
      aria-label="The screen is blank: show it again"
      onClick={() => presenting.toggleBlank()}
    />
  );
}
