/** What the page says of what the device keeps, or does not: beside what a person makes, and of what was set aside. */
import { type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { Button } from "../shared/Button.tsx";
import { ErrorBoundary } from "../shared/lazy.tsx";
import { saveFile } from "../shared/site-file.ts";
import type { Aside, Kept } from "../state/device.ts";
import { useBench, useBenchState } from "../state/use-store.ts";

function useDevice() {
  const { device } = useBench();
  return { device, ...useSyncExternalStore(device.store.subscribe, device.store.get, device.store.get) };
}

/** Whether the device has refused it. */
export function useUnsaved(of: Kept): boolean {
  return useDevice().unsaved.has(of.key);
}

interface KeptNoteProps {
  readonly of: Kept;
  /** Of a kind with many. */
  readonly which?: string | undefined;
  /** The place has a sentence of its own for what is not stored. */
  readonly isSaid?: boolean;
  /** Of a draft: shows it as the device has it now. */
  readonly onTake?: () => void;
}

/** In the place where it is made: that it lasts only as long as the page, and that another tab has a newer version of it. */
export function KeptNote({ of, which = "", isSaid = false, onTake }: KeptNoteProps) {
  const { device, unsaved, newer } = useDevice();
  const key = of.key + which;
  const take = useEffectEvent(() => onTake?.());
  // In use again after it was set aside, or set aside itself; what another tab writes waits for a press.
  useEffect(() => device.onChange(of, () => !device.store.get().newer.has(key) && take()), [device, of, key]);
  const isNewer = onTake !== undefined && newer.has(key);
  const isUnsaved = !isSaid && unsaved.has(key);
  return (
    <div className="kept-note" role="status">
      {isUnsaved && (
        <p className="control__note">
          {`The browser does not store ${of.what}: it lasts until this page is closed.`}
        </p>
      )}
      {isNewer && (
        <p className="control__note">
          <span>{`Another tab has written a newer version of ${of.what}.`}</span>{" "}
          <Button look="small" onClick={onTake}>
            Show the newer version
          </Button>
        </p>
      )}
    </div>
  );
}

interface KeptBoundaryProps extends Pick<KeptNoteProps, "which"> {
  /** Null: what is drawn is not of the device. */
  readonly of: Kept | null;
  readonly part: string;
  /** When it changes, a part that failed is drawn again. */
  readonly value?: unknown;
  readonly children: ReactNode;
}

/** Around what is drawn of something kept: what cannot be drawn twice is set aside, and the page opens again. */
export function KeptBoundary({ of, which, part, value, children }: KeptBoundaryProps) {
  const { device } = useBench();
  return (
    <ErrorBoundary part={part} value={value} onFault={() => of && device.drawingFailed(of, which)}>
      {children}
    </ErrorBoundary>
  );
}

const WHY: Record<Aside["why"], string> = {
  unreadable: "could not be read. It is damaged, or of a newer version of this page.",
  undrawable: "could not be shown. The page has tried it twice.",
  "other-tab": "was written in another tab, too. This is the version that is not in use.",
};

/** What was set aside, in this visit and before, until a person has done something about it. */
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
            <p>{`${one.what.charAt(0).toUpperCase()}${one.what.slice(1)} ${WHY[one.why]}`}</p>
            <p className="new-version__acts">
              <Button look="small" onClick={() => saveFile(fileNameOf(one), "text/plain", one.text)}>
                Save as a file
              </Button>
              {one.why === "other-tab" && (
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

/** "sawtooth-talk-draft.txt". */
function fileNameOf({ key }: Aside): string {
  return `sawtooth-${key.replace(/[^A-Za-z0-9]+/g, "-").replace(/-$/, "")}.txt`;
}
