/** Links to the project's documents, which are known only if the page is served from the project's own GitHub Pages. */

const PAGES = ".github.io";

export function documentLink(
  { hostname, pathname }: { hostname: string; pathname: string },
  path: string,
): string | null {
  if (!hostname.endsWith(PAGES)) return null;
  const owner = hostname.slice(0, -PAGES.length);
  const repository = pathname.split("/")[1];
  return repository ? `https://github.com/${owner}/${repository}/blob/HEAD/${path}` : null;
}
