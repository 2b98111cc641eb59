/** What may be wider than a small screen: there it is scrolled in its place, by keyboard too. */
import type { ReactNode } from "react";
import { useMediaQuery } from "../../bench/use-runs.ts";

const NARROW = "(max-width: 719px)";

export function Wide({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const narrow = useMediaQuery(NARROW);
  return (
    <div className="report__wide" {...(narrow && { tabIndex: 0, role: "region", "aria-label": label })}>
      {children}
    </div>
  );
}
