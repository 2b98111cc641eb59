/** A screen other than the bench: its program comes when it is first asked for. */
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { SCREENS, type ScreenId } from "../state/screens.ts";
import { ErrorBoundary } from "./ErrorBox.tsx";

type FurtherId = Exclude<ScreenId, "bench">;

const PROGRAMS: Readonly<Record<FurtherId, () => Promise<{ default: ComponentType }>>> = {
  papers: () => import("../papers/PapersScreen.tsx").then(({ PapersScreen }) => ({ default: PapersScreen })),
  sweep: () => import("../sweep/SweepScreen.tsx").then(({ SweepScreen }) => ({ default: SweepScreen })),
};

export function FurtherScreen({ id }: { readonly id: FurtherId }) {
  const label = SCREENS.find((screen) => screen.id === id)?.label ?? "";
  useEffect(() => {
    const before = document.title;
    document.title = `${label} · Sawtooth`;
    return () => {
      document.title = before;
    };
  }, [label]);
  return (
    <ErrorBoundary key={id} part={`The screen “${label}”`}>
      <Program id={id} label={label} />
    </ErrorBoundary>
  );
}

/** Asked for anew whenever it is mounted: what failed without a network may work with it. */
function Program({ id, label }: { readonly id: FurtherId; readonly label: string }): ReactNode {
  const [Screen] = useState(() => lazy(PROGRAMS[id]));
  return (
    <Suspense
      fallback={
        <p className="screen-loading" role="status">
          Loading {label}…
        </p>
      }
    >
      <Screen />
    </Suspense>
  );
}
