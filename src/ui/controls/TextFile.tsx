/** A text file of this device, read in the page: nothing is sent anywhere. */
import "./text-field.css";
import { useState } from "react";

interface TextFileProps {
  readonly label: string;
  readonly accept: string;
  onText(text: string): void;
}

export function TextFile({ label, accept, onText }: TextFileProps) {
  const [error, setError] = useState("");
  const read = (field: HTMLInputElement) => {
    const file = field.files?.[0];
    // The same file, mended, can be chosen again.
    field.value = "";
    file?.text().then(onText, (reason: unknown) => setError(String(reason)));
  };
  return (
    <label className="button text-file">
      {label}
      <input type="file" accept={accept} onChange={(event) => read(event.currentTarget)} />
      {error !== "" && <span role="alert">{error}</span>}
    </label>
  );
}
