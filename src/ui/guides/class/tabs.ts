/** What a teacher does here: each a tab of the screen, with the text by which a link names it. */
import type { ComponentType } from "react";
import { CheckTab } from "./CheckTab.tsx";
import { SetTaskTab } from "./SetTaskTab.tsx";
import { TalkTab } from "./TalkTab.tsx";

export interface ClassTab {
  /** In the link behind "screen=class&"; for ever. */
  readonly id: string;
  readonly label: string;
  readonly Panel: ComponentType;
}

/** The first one is shown where a link names none. */
export const CLASS_TABS: readonly ClassTab[] = [
  { id: "", label: "Set a task", Panel: SetTaskTab },
  { id: "check", label: "Check hand-ins", Panel: CheckTab },
  { id: "talk", label: "Talk", Panel: TalkTab },
];

export function tabNamed(text: string): ClassTab {
  const name = text.split("&")[0];
  return CLASS_TABS.find(({ id }) => id === name) ?? CLASS_TABS[0];
}
