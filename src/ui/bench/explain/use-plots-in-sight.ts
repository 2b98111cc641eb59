/** Where an answer lies over the lower part of a small screen, the plots that it speaks of move into the upper one. */
import { type RefObject, useEffect } from "react";

/** `occasion`: where it changes, something else is asked. */
export function usePlotsInSight(card: RefObject<HTMLElement | null>, occasion: unknown): void {
  useEffect(() => {
    void occasion;
    const sheet = card.current?.parentElement;
    const plots = document.querySelector(".plots")?.getBoundingClientRect();
    if (!sheet || plots === undefined || getComputedStyle(sheet).position !== "fixed") return;
    const headBottom = document.querySelector(".head")?.getBoundingClientRect().bottom ?? 0;
    const isInSight = plots.top >= headBottom && plots.bottom <= sheet.getBoundingClientRect().top;
    if (!isInSight) window.scrollBy({ top: plots.top - headBottom, behavior: "instant" });
  }, [card, occasion]);
}
