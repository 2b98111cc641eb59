/**
 * Parts of the page that are neither computed nor painted while they are not visible. They keep their last state
 * while they are not visible.
 */

import {
  type CSSProperties,
  createContext,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";

/** True while the surrounding part of the page is visible. All components that paint read this value. */
export const InSightContext = createContext(true);

/** Distance from the visible area at which parts are prepared, so that a plot is ready when it scrolls into view. */
const MARGIN = "120px";

/**
 * Returns whether an element is visible; true until the browser reports otherwise. An element with focus counts as
 * visible, because a screen reader may be reading it.
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
  return inSight || focused;
}

/** Time after the last change at which an invisible part is updated for its text. A drag or a live run does not wait for it. */
const REST_MS = 1000;

interface InSightProps {
  readonly className: string;
  readonly style?: CSSProperties | undefined;
  readonly children?: ReactNode;
}

/**
 * Returns the current children while they are visible, otherwise the previous children. React does not render
 * elements that are the same objects.
 */
function useShown(children: ReactNode, inSight: boolean): ReactNode {
  const [held, setHeld] = useState<{ readonly children: ReactNode } | null>(null);
  if (inSight && held !== null) setHeld(null);
  if (!inSight && held === null) setHeld({ children });
  useEffect(() => {
    if (inSight) return;
    const timer = setTimeout(() => setHeld({ children }), REST_MS);
    return () => clearTimeout(timer);
  }, [children, inSight]);
  return inSight ? children : (held?.children ?? children);
}

/** Shows its current children while it is visible, and otherwise the children of the last update. */
export function InSight({ className, style, children }: InSightProps) {
  const box = useRef<HTMLDivElement>(null);
  const inSight = useInSight(box);
  const shown = useShown(children, inSight);
  return (
    <div ref={box} className={className} style={style}>
      <InSightContext value={inSight}>{shown}</InSightContext>
    </div>
  );
}
