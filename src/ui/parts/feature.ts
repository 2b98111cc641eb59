/**
 * A feature of the page: everything that the rest of the page must know about it. `src/ui/app/features.ts` lists the
 * features. The page works without each of them.
 */
import { type ComponentType, createContext, type PropsWithChildren, use } from "react";
import type { PlotOverlayProps } from "../bench/plots/TimePlot.tsx";
import type { Action, Key } from "../core/action.ts";
import type { Bench } from "../core/bench.ts";
import type { GuideKind, GuidePanelProps, ScreenName } from "../core/page-options.ts";

export interface Feature {
  readonly id: string;
  readonly actions?: readonly Action<Bench>[];
  /** Screens, in the order of the navigation. Each component is loaded when the screen is first opened. */
  readonly screens?: readonly (ScreenName & { readonly Screen: ComponentType })[];
  /** Dialogs by name. */
  readonly dialogs?: Readonly<Record<string, ComponentType>>;
  readonly guide?: GuideParts;
  /** Tabs of the screen for teachers. */
  readonly tabs?: readonly ClassTab[];
  /** Components in places of the page. */
  readonly places?: Partial<Record<PlaceName, ComponentType<PropsWithChildren>>>;
  /** Keys of the values that the feature stores on the device. */
  readonly stored?: readonly string[];
  /** Called once, after the first plots have been drawn. */
  afterFirstPlots?(bench: Bench): void;
}

interface GuideParts {
  readonly kind: GuideKind;
  /** The panel next to the bench. */
  readonly Panel: ComponentType<GuidePanelProps>;
  /** A sheet over each plot. */
  readonly PlotSheet?: ComponentType<PlotOverlayProps>;
}

/**
 * Places of the page that features fill: the header inside another page, the bench on a projector, the bench on paper,
 * the editor instead of the controls, a notice in the corner, and the context of a report.
 */
export type PlaceName = "embedded" | "projector" | "paper" | "controls" | "corner" | "report";

export interface ClassTab {
  /** The tab's name in URLs after "screen=class&". It never changes. */
  readonly id: string;
  readonly label: string;
  readonly Panel: ComponentType;
}

/** Returns the action that opens a screen. An embedded page offers no way back, so the action is disabled there. */
export function screenAction(id: string, key: Key, label: string): Action<Bench> {
  return {
    id: `show-${id}`,
    label,
    key,
    on: "bench",
    enabled: ({ frame }) => !frame.embed,
    run: (bench) => bench.showScreen({ id, text: "" }),
  };
}

export const FeaturesContext = createContext<readonly Feature[]>([]);

export function useFeatures(): readonly Feature[] {
  return use(FeaturesContext);
}

/** Returns the component in a place of the page; null if no feature fills it. */
export function usePlace(name: PlaceName): ComponentType<PropsWithChildren> | null {
  return useFeatures().find(({ places }) => places?.[name])?.places?.[name] ?? null;
}
