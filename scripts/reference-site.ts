/**
 * A Vite plugin that adds the reference pages as HTML under reference/, during development and in the build. The page of an
 * algorithm has a link that opens the algorithm in the simulator; reproduction.html lists the papers' claims.
 */
import { marked } from "marked";
import type { Plugin } from "vite";
import "../src/engine/simulator.ts";
import { storedOutcomes } from "../src/cli/project.ts";
import { referencePages } from "../src/cli/reference-pages.ts";
import { reproductionPage } from "../src/cli/reproduction-page.ts";
import { experiments } from "../src/experiments/experiments.ts";

const FOLDER = "reference/";
const STYLE = "style.css";
const REPRODUCTION = "reproduction.md";

const css = `:root { color-scheme: light dark; }
body { margin: 2rem auto; padding: 0 1rem; max-width: 68rem; font: 1rem/1.5 system-ui, sans-serif; }
a { color: light-dark(#0b57a4, #8ab8f0); }
h1 { font-weight: 600; letter-spacing: -0.01em; }
h2 { margin-top: 2.2rem; font-size: 1.15rem; }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.88rem; }
th, td { padding: 0.35rem 0.7rem 0.35rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid light-dark(#dcdcd6, #3a3a38); min-width: 4rem; }
th { font-weight: 600; }
nav { display: flex; gap: 1.2rem; flex-wrap: wrap; }
`;

export function referenceSite(): Plugin {
  return {
    name: "reference-site",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = decodeURI(new URL(request.url ?? "/", "http://local").pathname).replace(/^\//, "");
        // The pages are generated only if one of them is requested; most requests are for modules.
        const file = path.startsWith(FOLDER) ? files().get(path) : undefined;
        if (file === undefined) return next();
        response.setHeader("content-type", path.endsWith(".css") ? "text/css" : "text/html");
        response.end(file);
      });
    },
    generateBundle() {
      for (const [fileName, source] of files()) this.emitFile({ type: "asset", fileName, source });
    },
  };
}

/** Returns the contents of all reference pages, by their paths from the site's root. */
function files(): Map<string, string> {
  const reproduction = reproductionPage(experiments, storedOutcomes());
  const pages = [...referencePages(), [REPRODUCTION, reproduction] as const].map(
    ([path, text]): [string, string] => [FOLDER + htmlPath(path), htmlOf(path, text)],
  );
  return new Map([[FOLDER + STYLE, css], ...pages]);
}

function htmlPath(path: string): string {
  return path.replace(/README\.md$/, "index.html").replace(/\.md$/, ".html");
}

function htmlOf(path: string, text: string): string {
  const up = "../".repeat(path.split("/").length - 1);
  const title = /^# (.+)$/m.exec(text)?.[1] ?? "Reference";
  const linked = text
    .replace(/\]\(([^)#:]+\.md)(#[^)]*)?\)/g, (_, to: string, anchor = "") => `](${htmlPath(to)}${anchor})`)
    .replace(
      /`(#v=[^`]*)`/g,
      (_, link: string) => `[open it on the bench](${up}../index.html${link}) (\`${link}\`)`,
    );
  const body = String(marked.parse(linked, { async: false }))
    .replaceAll("<code", '<code translate="no"')
    .replaceAll("<table>", '<div class="scroll" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="referrer" content="no-referrer" />
<title>${title} · Sawtooth</title>
<link rel="icon" type="image/svg+xml" href="${up}../favicon.svg" />
<link rel="stylesheet" href="${up}${STYLE}" />
</head>
<body>
<nav aria-label="Site"><a href="${up}../index.html">Sawtooth</a><a href="${up}index.html">Reference</a><a href="${up}${htmlPath(REPRODUCTION)}">Papers reproduced</a></nav>
<main>
${body}</main>
</body>
</html>
`;
}
