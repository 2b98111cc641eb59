/** What the first plots do not need follows them: its bytes must not stand between a person and the first picture. */
import { createContext, type ReactNode, Suspense, use, useEffect, useState } from "react";
import { PAINTED_EVENT } from "../bench/use-painted-event.ts";
import { useBenchState } from "../state/use-store.ts";
import { ErrorBoundary } from "./ErrorBox.tsx";

const FirstPlotsDrawn = createContext(false);

/** Knows whether the first plots are on the screen, or there are none to wait for. */
export function FirstPlots({ children }: { readonly children: ReactNode }) {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const follow = () => setPainted(true);
    window.addEventListener(PAINTED_EVENT, follow, { once: true });
    return () => window.removeEventListener(PAINTED_EVENT, follow);
  }, []);
  const none = useBenchState(
    ({ screen, run, frame }) => screen.id !== "bench" || run.error !== null || frame.present,
  );
  return <FirstPlotsDrawn value={painted || none}>{children}</FirstPlotsDrawn>;
}

export function useFirstPlotsDrawn(): boolean {
  return use(FirstPlotsDrawn);
}

interface AfterFirstPlotsProps {
  /** What it is, for a person who is told that it could not be drawn. That it could not be loaded is said once for all. */
  readonly part: string;
  /** Keeps its place until then. */
  readonly place?: ReactNode;
  readonly children: ReactNode;
}

export function AfterFirstPlots({ part, place = null, children }: AfterFirstPlotsProps) {
  if (!useFirstPlotsDrawn()) return place;
  return (
    <ErrorBoundary part={part} place={place}>
      <Suspense fallback={place}>{children}</Suspense>
    </ErrorBoundary>
  );
}
