/** The icons of the page, all on a 16-unit grid and in the colour of the text. */

const PATHS = {
  play: "M4.5 2.5v11l9-5.5z",
  pause: "M4 2.5h3v11H4zM9 2.5h3v11H9z",
  stepForward: "M3.5 3v10l6.5-5zM11 3h2v10h-2z",
  stepBack: "M12.5 3v10L6 8zM3 3h2v10H3z",
  nextMark: "M2.5 3.5v9L8 8zM11.5 3.5 8.5 8l3 4.5 3-4.5z",
  previousMark: "M13.5 3.5v9L8 8zM4.5 3.5 1.5 8l3 4.5 3-4.5z",
} as const;

const STROKES = {
  undo: "M5.5 3 2.5 6l3 3M3 6h6.5a4 4 0 0 1 0 8H6",
  redo: "m10.5 3 3 3-3 3M13 6H6.5a4 4 0 0 0 0 8H10",
  reset: "M3 8a5 5 0 1 1 1.6 3.7M3 12.5V9h3.5",
  close: "m4 4 8 8m0-8-8 8",
  copy: "M5.5 5.5V3h7.5v7.5h-2.5M3 5.5h7.5V13H3z",
  remove: "M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.5 8.5h6l.5-8.5",
  chevron: "m4 6 4 4 4-4",
  pin: "M8 10v4M5 10h6l-1-3V3H6v4z",
  theme: "M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
} as const;

export type IconName = keyof typeof PATHS | keyof typeof STROKES;

export function Icon({ name }: { readonly name: IconName }) {
  const filled = name in PATHS;
  const path = filled ? PATHS[name as keyof typeof PATHS] : STROKES[name as keyof typeof STROKES];
  return (
    <svg className={filled ? "icon" : "icon icon--line"} viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
