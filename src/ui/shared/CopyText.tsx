/** Texts for the user to copy, which are shown as a whole. */
import { CopyButton } from "./CopyButton.tsx";
import "./selected-text.css";

interface SelectedTextProps {
  readonly label: string;
  readonly text: string;
  readonly rows?: number;
}

/** A text that is selected when it gets the focus. */
export function SelectedText({ label, text, rows = 3 }: SelectedTextProps) {
  return (
    <textarea
      className="selected-text"
      readOnly
      rows={rows}
      value={text}
      aria-label={label}
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
  );
}

/** A text with a button that copies it. */
export function CopyText({ action, ...text }: SelectedTextProps & { readonly action: string }) {
  return (
    <>
      <SelectedText {...text} />
      <CopyButton text={text.text} label={action} />
    </>
  );
}
