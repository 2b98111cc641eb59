/** A part of the page that keeps what it showed while it is out of sight. */
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import { InSightContext, useInSight } from "./in-sight.ts";

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
