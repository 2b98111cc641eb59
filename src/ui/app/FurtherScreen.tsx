/** A screen other than the bench: its program comes when it is first asked for. */
import { Suspense } from "react";
import { ErrorBoundary } from "../shared/ErrorBox.tsx";
import { MissingParts } from "../shared/NotLoadedBox.tsx";
import { loadingWords, screenName, screenTitle } from "../shared/page-words.ts";
import { useTitle } from "../shared/use-title.ts";
import { SCREENS, type ScreenId } from "../state/screens.ts";
import { FURTHER_SCREENS } from "./parts.ts";

type FurtherId = Exclude<ScreenId, "bench">;

export function FurtherScreen({ id }: { readonly id: FurtherId }) {
  const label = SCREENS.find((screen) => screen.id === id)?.label ?? "";
  useTitle(screenTitle(label));
  const Screen = FURTHER_SCREENS[id];
  return (
    <>
      <MissingParts />
      <ErrorBoundary key={id} part={screenName(label)}>
        <Suspense
          fallback={
            <p className="screen-loading" role="status">
              {loadingWords(label)}
            </p>
          }
        >
          <Screen />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}
