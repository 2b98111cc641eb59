/** What is out of sight is neither modelled nor painted: a part of the page that keeps what it showed until it is seen. */
import { createContext, type RefObject, use, useEffect, useState } from "react";
import { PaperContext } from "./paper.ts";

/** Whether the part of the page around is in sight; what paints asks. */
export const InSightContext = createContext(true);

/** Made ready so far from the edge, in px: a plot that scrolls into sight is there. */
const MARGIN = "120px";

/**
 * True until the browser says otherwise. What has the focus is in sight for whoever reads the page by ear, and what is drawn
 * for paper for whoever will hold it.
 */
export function useInSight(element: RefObject<HTMLElement | null>): boolean {
  const [inSight, setInSight] = useState(true);
  const [focused, setFocused] = useState(false);
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    const observer = new IntersectionObserver(
      (entries) => setInSight(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: MARGIN },
    );
    const follow = () => setFocused(watched.matches(":focus-within"));
    observer.observe(watched);
    watched.addEventListener("focusin", follow);
    watched.addEventListener("focusout", follow);
    return () => {
      observer.disconnect();
      watched.removeEventListener("focusin", follow);
      watched.removeEventListener("focusout", follow);
    };
  }, [element]);
  return use(PaperContext) !== null || inSight || focused;
}
