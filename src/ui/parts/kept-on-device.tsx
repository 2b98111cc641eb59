/** Messages about the browser's storage: next to the user's own work, and for values that were set aside. */
import { type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import type { Aside, Kept } from "../core/device.ts";
import { useBench, useBenchState } from "../core/use-store.ts";
import { Button } from "../shared/Button.tsx";
import { ErrorBoundary } from "../shared/lazy.tsx";
import { saveFile } from "../shared/site-file.ts";

function useDevice() {
  const { device } = useBench();
  return { device, ...useSyncExternalStore(device.store.subscribe, device.store.get, device.store.get) };
}

/** Returns whether the browser refused to store a value of this kind. */
export function useUnsaved(subject: Kept): boolean {
  return useDevice().unsaved.has(subject.key);
}

interface KeptNoteProps {
  readonly kept: Kept;
  /** Name of the value, if the kind has many values. */
  readonly which?: string | undefined;
  /** True if the caller shows its own message for values that are not stored. */
  readonly isSaid?: boolean;
  /** Replaces the shown draft by the stored version. */
  readonly onTake?: () => void;
}

/**
 * The note next to the user's own work, which says that the work is kept only while the page is open, or that a
 * different tab has a newer version.
 */
export function KeptNote({ kept, which = "", isSaid = false, onTake }: KeptNoteProps) {
  const { device, unsaved, newer } = useDevice();
  const key = kept.key + which;
  const take = useEffectEvent(() => onTake?.());
  // Reads a value again after it was set aside or restored. A value that a different tab has written is read only at
  // the user's request.
  useEffect(
    () => device.onChange(kept, () => !device.store.get().newer.has(key) && take()),
    [device, kept, key],
  );
  const isNewer = onTake !== undefined && newer.has(key);
  const isUnsaved = !isSaid && unsaved.has(key);
  return (
    <div className="kept-note" role="status">
      {isUnsaved && (
        <p className="control__note">
          {`The browser does not store ${kept.what}. It is lost when this page is closed.`}
        </p>
      )}
      {isNewer && (
        <p className="control__note">
          <span>{`Another tab has saved a newer version of ${kept.what}.`}</span>{" "}
          <Button look="small" onClick={onTake}>
            Show the newer version
          </Button>
        </p>
      )}
    </div>
  );
}

interface KeptBoundaryProps extends Pick<KeptNoteProps, "which"> {
  /** The stored value that is drawn; null if the drawing does not depend on a stored value. */
  readonly kept: Kept | null;
  readonly part: string;
  /** When this value changes, a part that failed is drawn again. */
  readonly value?: unknown;
  readonly children: ReactNode;
}

/**
 * An error boundary around the drawing of a stored value. A value that fails to draw twice is set aside, so that the page opens
 * again.
 */
export function KeptBoundary({ kept, which, part, value, children }: KeptBoundaryProps) {
  const { device } = useBench();
  return (
    <ErrorBoundary part={part} value={value} onFault={() => kept && device.drawingFailed(kept, which)}>
      {children}
    </ErrorBoundary>
  );
}

const WHY: Record<Aside["reason"], string> = {
  unreadable: "could not be read. It is damaged, or of a newer version of this page.",
  undrawable: "could not be shown, after two attempts.",
  "other-tab": "was also changed in another tab. This is the version that is not in use.",
};

/** The values that were set aside in this visit or earlier, listed until the user restores or deletes them. */
export function SetAside() {
  const { device, aside } = useDevice();
  const embed = useBenchState((state) => state.frame.embed);
  const [hidden, setHidden] = useState<readonly Aside[]>([]);
  const shown = aside.filter(({ id }) => !hidden.some((one) => one.id === id));
  if (embed || shown.length === 0) return null;
  return (
    <section className="new-version set-aside" role="status" aria-label="Set aside on this device">
      <ul>
        {shown.map((one) => (
          <li key={one.id}>
            <p>{`${one.what.charAt(0).toUpperCase()}${one.what.slice(1)} ${WHY[one.reason]}`}</p>
            <p className="new-version__acts">
              <Button look="small" onClick={() => saveFile(fileNameOf(one), "text/plain", one.text)}>
                Save as a file
              </Button>
              {one.reason === "other-tab" && (
                <Button look="small" onClick={() => device.takeBack(one)}>
                  Use it
                </Button>
              )}
              <Button look="small" onClick={() => device.discard(one.id)}>
                Delete
              </Button>
            </p>
          </li>
        ))}
      </ul>
      <p className="new-version__acts">
        <Button look="small" onClick={() => setHidden(aside)}>
          Later
        </Button>
      </p>
    </section>
  );
}

/** Returns the name of the download: "sawtooth-talk-draft.txt". */
function fileNameOf({ key }: Aside): string {
  return `sawtooth-${key.replace(/[^A-Za-z0-9]+/g, "-").replace(/-$/, "")}.txt`;
}
