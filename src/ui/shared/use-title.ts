/** The page's title for as long as something is shown: a browser names a tab, and a printed file, after it. */
import { useEffect } from "react";

export function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}
