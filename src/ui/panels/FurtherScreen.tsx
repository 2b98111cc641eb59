/** A screen other than the bench: its program comes when it is first asked for. */
import { Suspense } from "react";
import { useTitle } from "../hooks/use-title.ts";
import { FURTHER_SCREENS } from "../parts.ts";
import { SCREENS, type ScreenId } from "../state/screens.ts";
import { loadingWords, screenName, screenTitle } from "../words/page-words.ts";
import { ErrorBoundary } from "./ErrorBox.tsx";
import { MissingParts } from "./NotLoadedBox.tsx";

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
