/** A report as one HTML file that opens anywhere, without the app: no program in it, and none would run. */
import { escaped } from "../../shared/figures/svg-text.ts";
import { sha256Base64 } from "./sha256.ts";

/** Of all styles that with this digest alone: what notes could bring along counts for nothing. */
function policyFor(digest: string): string {
  const sources = {
    "default-src": "'none'",
    "img-src": "data:",
    "style-src": `'sha256-${digest}'`,
    "base-uri": "'none'",
    "form-action": "'none'",
  };
  return Object.entries(sources)
    .map(([name, source]) => `${name} ${source}`)
    .join("; ");
}

/** `article`: the page on the screen, whose texts the browser escapes as it writes them. `style`: all that it needs. */
export function savedPage(article: Element, title: string, style: string): string {
  const copy = article.cloneNode(true) as Element;
  // What scrolls in its place on a small screen lies open in a file.
  for (const place of copy.querySelectorAll("[tabindex]")) {
    for (const name of ["tabindex", "role", "aria-label"]) place.removeAttribute(name);
  }
  for (const styled of copy.querySelectorAll("[style]")) styled.removeAttribute("style");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(sha256Base64(style))}">
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
