/** Says that a program of the page did not come, why, and what can be done. All that is open goes on. */
import { useEffect, useState } from "react";
import { tryAgain, useMissing } from "./on-demand.ts";
import { notLoaded } from "./page-words.ts";
import { type Missing, WHY_MISSING, whyMissing } from "./why-missing.ts";

interface NotLoadedBoxProps {
  readonly part: string;
  readonly onAgain?: () => void;
}

export function NotLoadedBox({ part, onAgain }: NotLoadedBoxProps) {
  const [why, setWhy] = useState<Missing | null>(null);
  useEffect(() => {
    void whyMissing().then(setWhy);
  }, []);
  const again = () => {
    tryAgain();
    onAgain?.();
  };
  useEffect(() => {
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  });
  return (
    <div className="notice notice--error" role="alert">
      <div>
        <p>{notLoaded(part, why && WHY_MISSING[why])}</p>
        <span className="notice__acts">
          <button type="button" className="button" onClick={again}>
            Try again
          </button>
          {why !== null && why !== "unreachable" && (
            <button type="button" className="button" onClick={() => location.reload()}>
              Reload
            </button>
          )}
        </span>
      </div>
    </div>
  );
}

/** Whatever is missing in many places, in one sentence. */
export function MissingParts() {
  return useMissing() && <NotLoadedBox part="Some parts of the page" />;
}
