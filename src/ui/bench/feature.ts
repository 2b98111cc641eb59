/**
 * A feature of the page: everything that the rest of the page must know about it. `src/ui/app/features.ts` lists the
 * features. The page works without each of them.
 */
import { type ComponentType, createContext, type PropsWithChildren, type RefObject, use } from "react";
import type { Question } from "../../engine/index.ts";
import type { HandInFile } from "../../teaching/answer/hand-in-files.ts";
import type { Action, Key } from "../core/action.ts";
import type { Bench, PageContent, Report, Requests } from "../core/bench.ts";
import type { GuideKind, GuidePanelProps, ScreenName } from "../core/page-options.ts";
import type { RunView } from "../core/run-view.ts";
import type { LinkPart, Slice } from "../core/slice.ts";
import { useBenchState } from "../core/use-store.ts";
import type { PlotLayerProps, PlotParts, PlotSheetProps, PlotToolProps } from "../plots/chart-props.ts";
import type { PathScene, PathStripProps } from "./path/scene.ts";

export interface Feature {
  readonly id: string;
  readonly actions?: readonly Action<Bench>[];
  /** Screens, in the order of the navigation. Each component is loaded when the screen is first opened. */
  readonly screens?: readonly (ScreenName & { readonly Screen: ComponentType })[];
  /** Dialogs by name. */
  readonly dialogs?: Readonly<Record<string, ComponentType>>;
  /** Buttons in the head of the page. */
  readonly head?: readonly HeadButton[];
  readonly guide?: GuideParts;
  /** Tabs of the screen for teachers. */
  readonly tabs?: readonly ClassTab[];
  /** Components in places of the page. */
  readonly places?: { readonly [Name in keyof Places]?: ComponentType<Places[Name]> };
  /** The feature's part of the state. */
  readonly slice?: Slice<object>;
  /** The feature's part of the URL. */
  readonly link?: LinkPart<Bench>;
  /** Requests of other parts of the page that the feature fulfils. */
  readonly requests?: Requests;
  /** Values that the feature reports to an embedding page. */
  readonly reports?: readonly Report[];
  /** Makes the object that asks the user before programs of URLs and files run. */
  readonly consent?: NonNullable<PageContent["consent"]>;
  /** A hook that returns the measurement to draw over a run. */
  readonly useMeasured?: PlotParts["useMeasured"];
  /**
   * Reads files that were dropped on the page; null if they are not of a kind that the feature opens. Throws an error with a
   * message for the user.
   */
  readFiles?(bench: Bench, files: readonly NamedFile[]): Promise<DroppedKind | null>;
  /** Opens a list of hand-ins, or files with one hand-in each, that were dropped on the page. */
  takeHandIns?(bench: Bench, list: string | readonly HandInFile[]): Promise<void>;
  /**
   * Keys of the values that the feature stores on the device. What reads and writes them is loaded with the code that uses
   * them: a `Stored` with this key.
   */
  readonly stored?: readonly string[];
  /** Called once, after the first plots have been drawn. */
  afterFirstPlots?(bench: Bench): void;
}

/** A button in the head of the page that opens a dialog of the feature. */
export interface HeadButton {
  readonly dialog: string;
  readonly words: string;
  /** Before undo and redo, after them, after the choice of colours, or at the end. */
  readonly place: "first" | "after-steps" | "after-theme" | "last";
  /** "wide only" leaves the button out on small screens; "help" shows a question mark. */
  readonly look: "menu" | "main" | "wide only" | "help";
  /** True if the button is shown on the bench only. */
  readonly isOfBench?: true;
}

/** A file with its path in a dropped folder; without a folder, its name. */
export interface NamedFile {
  readonly path: string;
  readonly file: File;
}

/** The document or measurement that a dropped file, text or link contains, and its effect. */
export interface DroppedKind {
  /** Name of the dropped thing as the start of a sentence: "The lesson “Two flows”". */
  readonly what: string;
  /**
   * Effect of opening the file. "run": replaces the run of the bench, which can be undone. "bench": starts the bench
   * from scratch, which cannot be undone.
   */
  readonly sets: "run" | "bench" | null;
  open(bench: Bench): unknown;
}

interface GuideParts extends GuideKind {
  /** The panel next to the bench. */
  readonly Panel: ComponentType<GuidePanelProps>;
  /** A sheet over each plot. */
  readonly PlotSheet?: ComponentType<PlotSheetProps>;
  /** Buttons below an explanation that use it in the guide. */
  readonly AnswerButtons?: ComponentType<AnswerProps>;
}

/** The explanation that is open. */
export interface AnswerProps {
  readonly question: Question;
  readonly title: string;
}

/** Places of the page that features fill, with the properties of the components in them. */
export interface Places {
  /** The header inside another page. */
  readonly embedded: object;
  /** The bench on a projector. */
  readonly projector: object;
  /** The bench on paper. */
  readonly paper: object;
  /** The controls, or what a feature shows instead of them, which are the children. */
  readonly controls: PropsWithChildren;
  /** Further comparisons, below that with the pinned run. */
  readonly compare: object;
  /** A notice above the plots. */
  readonly notice: object;
  /** A notice in the corner. */
  readonly corner: object;
  /** The context of a report. */
  readonly report: PropsWithChildren;
  /** A button that adds the state of the bench to the talk that is being written. */
  readonly scene: {
    readonly className?: string;
    /** True if the number of scenes is shown next to the button. */
    readonly worded?: boolean;
  };
  /** A section that adds one plot to that talk, alone or with one control. */
  readonly plotScene: { readonly plot: string; readonly control: string | null };
  /** A panel about the run, next to the plots. */
  readonly dock: { readonly run: RunView };
  /** Buttons for lists of the run, in the side panel. */
  readonly lists: object;
  /** A layer over each plot over time, which also hears the pointer and the keys of the plot's surface. */
  readonly plotLayer: PlotLayerProps;
  /** A button in the head of each plot over time. */
  readonly plotTool: PlotToolProps;
  /** A layer over the drawn path. */
  readonly pathLayer: PathLayerProps;
}

export interface PathLayerProps {
  readonly strip: PathStripProps;
  /** The element that the scene is drawn in. */
  readonly ground: RefObject<HTMLElement | null>;
  readonly scene: PathScene;
}

interface ClassTab {
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

/** Returns whether the page has a dialog or a screen with this name. */
export function useOffers(name: string): boolean {
  return useFeatures().some(
    ({ dialogs = {}, screens = [] }) => name in dialogs || screens.some(({ id }) => id === name),
  );
}

/** Returns the parts of the guide that is open; null without a guide, or if no feature has its kind. */
export function useGuideParts(): GuideParts | null {
  const kind = useBenchState((state) => state.guide?.kind);
  return useFeatures().find(({ guide }) => guide?.kind === kind)?.guide ?? null;
}

/** Returns the component in a place of the page; null if no feature fills it. */
export function usePlace<Name extends keyof Places>(name: Name): ComponentType<Places[Name]> | null {
  const features = useFeatures();
  return features.map(({ places }) => places?.[name]).find((Filled) => Filled !== undefined) ?? null;
}
