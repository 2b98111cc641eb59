/**
 * The screens of the page. The fragment of any but the bench begins with "screen=…"; what follows is that screen's own. A
 * fragment without it is the bench's, as it was before there were others.
 */

export const SCREENS = [
  { id: "bench", label: "Bench" },
  { id: "lessons", label: "Lessons" },
  { id: "papers", label: "Papers" },
  { id: "sweep", label: "Sweep" },
  { id: "notebook", label: "Notebook" },
  { id: "report", label: "Report" },
  { id: "class", label: "Class" },
] as const;

export type ScreenId = (typeof SCREENS)[number]["id"];

export interface Screen {
  readonly id: ScreenId;
  /** What the screen shows, in its own words: the fragment without "screen". The bench's is in the page's state. */
  readonly text: string;
}

export const BENCH: Screen = { id: "bench", text: "" };

/** An unknown screen is left in the text, for the bench to report. */
export function screenOf(fragment: string): Screen {
  const parts = fragment.replace(/^#/, "").split(/&(?:amp;)?/);
  const known = parts.map((part) => SCREENS.find(({ id }) => part === `screen=${id}`));
  const screen = known.find((one) => one !== undefined);
  const text = parts.filter((part, index) => part !== "" && known[index] === undefined).join("&");
  return { id: screen?.id ?? "bench", text };
}

/** Of a screen other than the bench. */
export function screenToFragment({ id, text }: Screen): string {
  return text === "" ? `screen=${id}` : `screen=${id}&${text}`;
}
