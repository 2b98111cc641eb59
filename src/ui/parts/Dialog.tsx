/**
 * A native modal dialog. Escape, the close button and a click outside close it. The focus then returns to its previous element.
 */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useBench, useBenchState } from "../core/use-store.ts";
import { IconButton } from "../shared/Button.tsx";
import { WORD_STOPS } from "../shared/glossary/TermWord.tsx";
import { rovingTabindex } from "../shared/roving-tabindex.ts";
import { SymbolText } from "../shared/SymbolText.tsx";
import "../shared/dialogs.css";

interface DialogProps {
  readonly name: string;
  readonly title: string;
  readonly children: ReactNode;
  /** Replaces the default action on closing, which is to close the dialog. */
  onClose?(): void;
}

export function Dialog(props: DialogProps) {
  const open = useBenchState((state) => state.dialog === props.name);
  return open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ name, title, children, onClose }: DialogProps) {
  const bench = useBench();
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    dialog.showModal();
    const end = rovingTabindex(dialog, ...WORD_STOPS);
    return () => {
      end();
      dialog.close();
    };
  }, []);
  const close = () => {
    // The element also fires `close` when the page has closed the dialog itself.
    if (bench.store.get().dialog === name) (onClose ?? (() => bench.showDialog(null)))();
  };
  return (
    <dialog
      ref={element}
      className={`dialog dialog--${name}`}
      aria-labelledby={titleId}
      onClose={close}
      onPointerDown={(event) => event.target === element.current && close()}
    >
      <div className="dialog__body">
        <header className="dialog__head">
          <h2 id={titleId}>
            <SymbolText text={title} />
          </h2>
          <IconButton icon="close" className="quiet" label="Close" onClick={close} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
