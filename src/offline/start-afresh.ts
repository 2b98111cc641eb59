/**
 * Help if the page does not start: this code shows the server's response, and offers to delete the copy of the page
 * on this device. The code is part of the page itself, because any other file may be the one that is missing.
 * Notebooks, reports and progress are kept.
 */

const LONG_MS = 10_000;
const ONE_FILE = "sawtooth.html";

const SILENT = "The network does not answer.";
/** A page without an origin cannot access its own site. */
const SANDBOXED =
  "Sawtooth cannot start in this sandbox: its server does not allow other sites to read its files. The server must send “Access-Control-Allow-Origin: *” with them; or whoever made this frame adds allow-same-origin to its sandbox.";

let isHelping = false;

// Handles a script that cannot be loaded, and a response that is not a script.
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
    const folder = new URL(location.href);
    // The whole address is used, because a path of two slashes alone would be the name of a different host.
    folder.pathname += "/";
    location.replace(folder.href);
    return;
  }
  const words = await reason();
  if (words === SILENT && origin === "null") {
    // There is no copy on the device that could be deleted.
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

/**
 * Returns true if the page was opened at its folder's name without the final slash, as some hosts allow; its files
 * are then searched in the parent folder.
 */
async function lacksSlash(): Promise<boolean> {
  const { origin, pathname } = location;
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // If the host has removed the slash, it would remove it again.
  if (pathname.endsWith("/") || (visit?.redirectCount ?? 0) > 0) return false;
  const [program] = programs();
  return (await complaint(new URL(program, `${origin}${pathname}/`).href)) === null;
}

/** Returns the scripts that the page requests immediately, as named in the page. */
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

/** Returns a description of a wrong response to the request for a script; null if no error can be detected. */
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
  // Service workers and caches do not exist without TLS.
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(workers.filter(({ scope }) => scope === href).map((worker) => worker.unregister()));
  for (const name of (await globalThis.caches?.keys()) ?? []) {
    const isOld =
      name.startsWith("sawtooth-") && (await (await caches.open(name)).match(`${href}index.html`));
    if (isOld || name.startsWith(`sawtooth ${pathname} `)) await caches.delete(name);
  }
  // Wrong responses in the browser's own cache are requested again.
  const parts = performance.getEntriesByType("resource").filter(({ name }) => name.startsWith(href));
  await Promise.allSettled(parts.map(({ name }) => fetch(name, { cache: "reload" })));
}
