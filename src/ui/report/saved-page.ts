/** A report as one HTML file that opens anywhere, without the app: no program in it, and none would run. */
import { escaped } from "../figures/svg-text.ts";

const POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** `article`: the page on the screen, whose texts the browser escapes as it writes them. */
export function savedPage(article: Element, title: string, style: string): string {
  const copy = article.cloneNode(true) as Element;
  // What scrolls in its place on a small screen lies open in a file.
  for (const place of copy.querySelectorAll("[tabindex]")) {
    for (const name of ["tabindex", "role", "aria-label"]) place.removeAttribute(name);
  }
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Sawtooth">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>${copy.outerHTML}</main>
</body>
</html>
`;
}
