/** What is out of sight is neither modelled nor painted: a part of the page that keeps what it showed until it is seen. */

import {
  type CSSProperties,
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useRef,
  useState,
} from "react";
import { PaperContext } from "./colours.ts";

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

/** So long after the last change what is out of sight takes it over as text; a drag or a live run does not wait for it. */
const REST_MS = 1000;

interface InSightProps {
  readonly className: string;
  readonly style?: CSSProperties | undefined;
  readonly children?: ReactNode;
}

/** Its children stay as they were while it is out of sight, also for React: elements that are the same are not drawn again. */
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

/** Shows its newest children while it is in sight, and the last ones that were asked for otherwise. */
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
