/**
 * A button that copies a text. If the clipboard is not available (sandboxed frames, plain http), the text is shown and
 * selected, so that the user can copy it.
 */

import { useEffect, useId, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";

const THANKS_MS = 2000;

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly look?: "small";
}

export function CopyButton({ text, label, look }: CopyButtonProps) {
  const [result, setResult] = useState<"copied" | "refused" | null>(null);
  const byHand = useRef<HTMLInputElement>(null);
  const noteId = useId();
  useEffect(() => {
    if (result === "refused") {
      byHand.current?.focus();
      byHand.current?.select();
    }
    if (result !== "copied") return;
    const timer = setTimeout(() => setResult(null), THANKS_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    setResult(null);
    try {
      await navigator.clipboard.writeText(text);
      setResult("copied");
    } catch {
      setResult("refused");
    }
  };
  return (
    <span className="copy">
      <Button look={look} onClick={copy}>
        <Icon name="copy" />
        <span>{result === "copied" ? "Copied" : label}</span>
      </Button>
      {result === "refused" && (
        <>
          <input
            ref={byHand}
            className="copy__text"
            readOnly
            value={text}
            aria-label={`${label}: copy this text by hand`}
            aria-describedby={noteId}
          />
          <span id={noteId} className="control__note">
            The browser does not allow this page to copy. The text is selected: press Ctrl+C or ⌘C to copy it.
          </span>
        </>
      )}
    </span>
  );
}
