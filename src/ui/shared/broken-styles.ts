/**
 * Style sheets of programs that come later. Who preloads them asks for each once in a page's life: after a failure the
 * program would come without, and stand there bare.
 */

/** What failed; with the promise of another try while that is under way. */
const broken = new Map<HTMLLinkElement, Promise<string | null> | null>();

/** To be heard on the way down: errors of elements do not rise. */
export function noteBrokenStyles({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === "stylesheet") broken.set(target, null);
}

/** Fetches anew what failed. Returns the addresses of those that fail again. */
export async function mendStyles(): Promise<string[]> {
  const mended = await Promise.all([...broken].map(([link, mending]) => mending ?? mend(link)));
  return mended.filter((address) => address !== null);
}

/** Null where it is there now. */
function mend(link: HTMLLinkElement): Promise<string | null> {
  const another = link.cloneNode() as HTMLLinkElement;
  const mending = new Promise<string | null>((resolve) => {
    another.onerror = () => resolve(another.href);
    another.onload = () => {
      broken.delete(another);
      resolve(null);
    };
  });
  broken.delete(link);
  broken.set(another, mending);
  link.replaceWith(another);
  return mending;
}
