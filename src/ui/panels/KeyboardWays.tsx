/** Ways by keyboard: links over what stands between the head and the plots, and one Tab stop for each group of the head. */
import { useEffect } from "react";
import { oneStop } from "../controls/one-stop.ts";
import "./keyboard-ways.css";

/** What gets the focus: the first thing there that can be used. */
const PLACES = [
  { label: "To the plots", first: ".plots [role=slider]" },
  { label: "To the player", first: ".transport button" },
  { label: "To the controls", first: ".rail :is(input, select, button)" },
] as const;

export function KeyboardWays() {
  useEffect(() => {
    const ends = [
      [".head__tools", "button"],
      [".screens", "a"],
    ].flatMap(([group, members]) =>
      [...document.querySelectorAll<HTMLElement>(`.head ${group}`)].map((element) =>
        oneStop(element, members, "row"),
      ),
    );
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return (
    <nav className="ways" aria-label="Skip">
      {PLACES.map(({ label, first }) => (
        <button
          key={label}
          type="button"
          className="button"
          onClick={() => document.querySelector<HTMLElement>(first)?.focus()}
        >
          {label}
        </button>
      ))}
    </nav>
  );
}
