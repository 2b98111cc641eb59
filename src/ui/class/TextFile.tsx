/** A text file of this device, read in the page: nothing is sent anywhere. */
import { useState } from "react";

interface TextFileProps {
  readonly label: string;
  readonly accept: string;
  onText(text: string): void;
}

export function TextFile({ label, accept, onText }: TextFileProps) {
  const [error, setError] = useState("");
  const read = (file: File | undefined) => {
    if (file === undefined) return;
    file.text().then(onText, (reason: unknown) => setError(String(reason)));
  };
  return (
    <label className="button class__file">
      {label}
      <input type="file" accept={accept} onChange={(event) => read(event.currentTarget.files?.[0])} />
      {error !== "" && <span role="alert">{error}</span>}
    </label>
  );
}
