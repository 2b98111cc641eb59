/** A field for a text file of this device. It is read in the page and not sent anywhere. */
import { useState } from "react";
import { textOfFile } from "../../lib/file-text.ts";

interface TextFileProps {
  readonly label: string;
  readonly accept: string;
  onText(text: string, name: string): void;
}

export function TextFile({ label, accept, onText }: TextFileProps) {
  const [error, setError] = useState("");
  const read = async (field: HTMLInputElement) => {
    const file = field.files?.[0];
    // Resetting the field allows the same file to be chosen again after it was corrected.
    field.value = "";
    if (file === undefined) return;
    try {
      const text = textOfFile(new Uint8Array(await file.arrayBuffer()));
      setError("");
      onText(text, file.name);
    } catch (reason) {
      setError(reason instanceof Error ? reason.message : String(reason));
    }
  };
  return (
    <label className="button text-file">
      <span>{label}</span>
      <input type="file" accept={accept} onChange={(event) => void read(event.currentTarget)} />
      {error !== "" && <span role="alert">{error}</span>}
    </label>
  );
}
