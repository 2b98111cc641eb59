/** A link as a QR code: black on white in every theme, since cameras want it so; at a press as large as the screen. */
import "./qr.css";
import { useEffect, useMemo, useRef, useState } from "react";
import { IconButton } from "./IconButton.tsx";
import { qrPath } from "./qr-path.ts";

interface QrCodeProps {
  readonly text: string;
  /** What it leads to: "this run". */
  readonly label: string;
}

/** Where the text is too long for one, that in a sentence. */
export function QrCode({ text, label }: QrCodeProps) {
  const code = useMemo(() => qrPath(text), [text]);
  if (code === null) return <p className="control__note">This link is too long for a QR code.</p>;
  const { size, path } = code;
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`QR code: ${label}`}>
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
        <button type="button" className="button" aria-haspopup="dialog" onClick={() => setShown(true)}>
          Full screen
        </button>
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
        // The dialog around this one stays.
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
