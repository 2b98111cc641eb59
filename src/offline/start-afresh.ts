/**
 * What helps where the page does not start: it says what its server answers, and offers to forget the copy of the page on
 * this device. It stands in the page itself, because any other file may be what does not come. Notebooks, reports and
 * progress stay.
 */

const LONG_MS = 10_000;
const ONE_FILE = "sawtooth.html";

const SILENT = "The network does not answer.";
/** A page without an origin is a stranger to its own site. */
const SANDBOXED =
  "Sawtooth cannot start in this sandbox: its server lets no stranger read its files. Whoever runs the server has to send “Access-Control-Allow-Origin: *” with them; or whoever made this frame adds allow-same-origin to its sandbox.";

let isHelping = false;

// A program that does not come, and one that comes and is none.
addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && void help(), true);
addEventListener("unhandledrejection", () => void help());
setTimeout(help, LONG_MS);

async function help(): Promise<void> {
  if (document.readyState === "loading")
    await new Promise((parsed) => addEventListener("DOMContentLoaded", parsed));
  const starting = document.querySelector("#root > .starting");
  if (starting === null || isHelping) return;
  isHelping = true;
  if (location.protocol === "file:") {
    const file = Object.assign(document.createElement("a"), { href: ONE_FILE, textContent: ONE_FILE });
    starting.replaceChildren("No browser loads the parts of this page from a disk. Open ", file);
    starting.append(" instead, which is the whole page as one file, or have a web server serve this folder.");
    return;
  }
  if (await lacksSlash()) {
    location.replace(`${location.pathname}/${location.search}${location.hash}`);
    return;
  }
  const words = await reason();
  if (words === SILENT && origin === "null") {
    // There is no copy on the device that could be forgotten.
    starting.replaceChildren(SANDBOXED);
    return;
  }
  const button = Object.assign(document.createElement("button"), {
    type: "button",
    className: "button",
    textContent: "Start afresh",
  });
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await forgetCopy();
    } finally {
      location.reload();
    }
  });
  starting.append(` ${words} `, button);
}

/** Some hosts show the page under its folder's name alone; its parts are then looked for beside the folder. */
async function lacksSlash(): Promise<boolean> {
  const { origin, pathname } = location;
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // Where the host has taken the slash away, it would do so again.
  if (pathname.endsWith("/") || (visit?.redirectCount ?? 0) > 0) return false;
  const [program] = programs();
  return (await complaint(new URL(program, `${origin}${pathname}/`).href)) === null;
}

/** As they are named in the page, those that it asks for at once. */
function programs(): string[] {
  const elements = document.querySelectorAll("script[type=module], link[rel=modulepreload]");
  return [...elements].map((one) => one.getAttribute("src") ?? one.getAttribute("href") ?? "");
}

async function reason(): Promise<string> {
  for (const program of programs()) {
    const said = await complaint(program);
    if (said !== null) return said;
  }
  return "This takes unusually long.";
}

/** What is wrong with the answer to a request for a program; null: nothing that can be seen. */
async function complaint(program: string): Promise<string | null> {
  const name = program.split("/").at(-1);
  try {
    const { ok, status, headers } = await fetch(program, { cache: "no-cache" });
    if (!ok) return `The server answers ${status} for ${name}.`;
    const type = headers.get("content-type") ?? "";
    return /javascript/.test(type)
      ? null
      : `The server sends ${name} as “${type}”: it has to be “text/javascript”.`;
  } catch {
    return SILENT;
  }
}

async function forgetCopy(): Promise<void> {
  const { href, pathname } = new URL("./", document.baseURI);
  // Neither is there without TLS.
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(workers.filter(({ scope }) => scope === href).map((worker) => worker.unregister()));
  for (const name of (await globalThis.caches?.keys()) ?? []) {
    const isOld =
      name.startsWith("sawtooth-") && (await (await caches.open(name)).match(`${href}index.html`));
    if (isOld || name.startsWith(`sawtooth ${pathname} `)) await caches.delete(name);
  }
  // What the browser itself has kept of a wrong answer is asked for anew.
  const parts = performance.getEntriesByType("resource").filter(({ name }) => name.startsWith(href));
  await Promise.allSettled(parts.map(({ name }) => fetch(name, { cache: "reload" })));
}
