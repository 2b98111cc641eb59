/**
 * A URL as a QR code, black on white in every theme because cameras need that. A click enlarges it to the size of the
 * screen.
 */

import { useEffect, useMemo, useRef, useState } from "react";
import { encode } from "uqr";
import { Button, IconButton } from "./Button.tsx";
import "./qr.css";

interface QrCodeProps {
  readonly text: string;
  /** Description of the URL's target: "this run". */
  readonly label: string;
}

/** Renders the QR code, or a sentence if the text is too long for a QR code. */
function QrCode({ text, label }: QrCodeProps) {
  const code = useMemo(() => qrPath(text), [text]);
  if (code === null) return <p className="control__note">This link is too long for a QR code.</p>;
  const { size, path } = code;
  return (
    <svg
      className="qr notranslate"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={`QR code: ${label}`}
    >
      <title>{`QR code: ${label}`}</title>
      <path className="qr__paper" d={`M0 0h${size}v${size}H0z`} />
      <path className="qr__ink" d={path} />
    </svg>
  );
}

/** The code, and a button that shows it to a whole room. */
export function QrWithScreen({ text, label }: QrCodeProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="qr-place">
      <QrCode text={text} label={label} />
      {qrPath(text) !== null && (
        <Button aria-haspopup="dialog" onClick={() => setShown(true)}>
          Full screen
        </Button>
      )}
      {shown && <QrScreen text={text} label={label} onClose={() => setShown(false)} />}
    </div>
  );
}

function QrScreen({ text, label, onClose }: QrCodeProps & { onClose(): void }) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className="qr-screen"
      aria-label={`QR code: ${label}`}
      onClose={(event) => {
        // The surrounding dialog stays open.
        event.stopPropagation();
        onClose();
      }}
    >
      <IconButton icon="close" className="quiet" label="Close the QR code" onClick={onClose} />
      <QrCode text={text} label={label} />
      <p className="qr-screen__text">{text}</p>
    </dialog>
  );
}

/** A QR code as the path of its dark modules. */
interface QrPath {
  /** Number of modules along a side, including the quiet zone. */
  readonly size: number;
  readonly path: string;
}

/** Width of the quiet zone in modules, as the standard requires. */
const QUIET_ZONE = 4;

/** Returns the path, with the strongest error correction that fits into the size; null if the text is too long. */
export function qrPath(text: string): QrPath | null {
  try {
    const { size, data } = encode(text, { ecc: "L", boostEcc: true, border: QUIET_ZONE });
    return { size, path: data.flatMap(rowPath).join("") };
  } catch {
    return null;
  }
}

/** Returns one bar for each sequence of dark modules. */
function rowPath(row: readonly boolean[], y: number): string[] {
  const bars: string[] = [];
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const from = x;
    while (row[x + 1]) x++;
    bars.push(`M${from} ${y}h${x + 1 - from}v1H${from}z`);
  }
  return bars;
}
