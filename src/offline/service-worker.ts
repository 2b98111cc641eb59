/**
 * Keeps the whole page on the device: all of its files come with the first visit, and from then on out of that copy. A
 * newer version is fetched beside the old one and waits: it takes over when a person says so, or when no page of the old
 * one is open any more. Files of the version before stay for pages that were opened with it, so that versions never mix.
 */

/** Written in by the build: the SHA-256 of each file of this version, by its path from the page's own folder; a digest of all. */
declare const FILES: Readonly<Record<string, string>>;
declare const VERSION: string;

const worker = self as unknown as ServiceWorkerGlobalScope;

/** Two copies of the page may stand in two folders of one origin: each has caches of its own. */
const PREFIX = `sawtooth ${new URL(worker.registration.scope).pathname} `;
/** Of caches before the folder was part of their name. */
const OLD_PREFIX = "sawtooth-";
const CACHE = PREFIX + VERSION;
/** The order of the versions that were in use, newest first. */
const BOOK = `${PREFIX}book`;
const ORDER = "order";
const KEPT_VERSIONS = 2;
/** At once, so that a slow line is not asked for two hundred files in one breath. */
const FETCHED_TOGETHER = 8;
/** A query of the page's address with which it comes without the copy, whatever that holds. */
const START_AFRESH = "?start-afresh";

/** What a kept file is, whatever its host has called it. */
const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  png: "image/png",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json",
};

/**
 * The page itself is asked for by its folder: hosts with clean addresses redirect `index.html` there, and no browser takes
 * a redirected answer for a page that is opened.
 */
const addressOf = (file: string) =>
  new URL(file === "index.html" ? "./" : file, worker.registration.scope).href;

worker.addEventListener("install", (event) =>
  event.waitUntil(fetchAll().then(replaceUnchecked).catch(leaveRoom)),
);

worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));

worker.addEventListener("message", (event) => {
  if (event.data === "use-new-version") void worker.skipWaiting();
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  if (!request.url.startsWith(worker.registration.scope)) return;
  event.respondWith(answer(request, url));
});

async function fetchAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  const wanted = Object.entries(FILES);
  const lane = async () => {
    for (let next = wanted.shift(); next !== undefined; next = wanted.shift()) {
      const [file, sha256] = next;
      const address = addressOf(file);
      const response = await wholeFile(file, sha256, [
        // Another version's copy of the same file will do.
        () => caches.match(address),
        () => fetch(address, { cache: "no-cache" }),
        // A wrong answer that the browser has kept may be called fresh by the server.
        () => fetch(address, { cache: "reload" }),
      ]);
      await cache.put(address, response);
    }
  };
  await Promise.all(Array.from({ length: FETCHED_TOGETHER }, lane));
}

/**
 * A file of this version as it is to be kept, from the first of these answers that is this file: not a sign-in page of a
 * network, half a file, another version. Kept once, it would be given for ever.
 */
async function wholeFile(
  file: string,
  sha256: string,
  ways: readonly (() => Promise<Response | undefined>)[],
): Promise<Response> {
  for (const way of ways) {
    const response = await way();
    if (response === undefined || !response.ok) continue;
    const bytes = await response.arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    if (Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") !== sha256) continue;
    // Made anew: no browser opens a page whose answer came by way of a redirect.
    const type = TYPES[file.split(".").at(-1) ?? ""] ?? response.headers.get("content-type");
    return new Response(bytes, type === null ? {} : { headers: { "content-type": type } });
  }
  throw new Error(`${file}: the answer is not this file`);
}

/** A copy of before files were checked may be why the page does not start: nobody can be asked whether to leave it. */
async function replaceUnchecked(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(OLD_PREFIX) && (await isOldOwn(name))) await worker.skipWaiting();
}

/** Half a copy on a full device is of no use; after a fault of the network the next try goes on with it. */
async function leaveRoom(error: unknown): Promise<never> {
  if (error instanceof DOMException && error.name === "QuotaExceededError") await caches.delete(CACHE);
  throw error;
}

async function takeOver(): Promise<void> {
  const order = [CACHE, ...(await usedBefore()).filter((name) => name !== CACHE)].slice(0, KEPT_VERSIONS);
  const book = await caches.open(BOOK);
  await book.put(addressOf(ORDER), new Response(JSON.stringify(order)));
  for (const name of await caches.keys()) {
    const isOwn = name.startsWith(PREFIX) && name !== BOOK && !order.includes(name);
    if (isOwn || (name.startsWith(OLD_PREFIX) && (await isOldOwn(name)))) await caches.delete(name);
  }
  await worker.clients.claim();
}

/** Whether an old cache, whose name tells no folder, is of the page in this one. */
async function isOldOwn(name: string): Promise<boolean> {
  const cache = await caches.open(name);
  const { scope } = worker.registration;
  const pages = await Promise.all(
    ["index.html", ORDER].map((file) => cache.match(new URL(file, scope).href)),
  );
  return pages.some((page) => page !== undefined);
}

async function usedBefore(): Promise<string[]> {
  const page = await (await caches.open(BOOK)).match(addressOf(ORDER));
  return page === undefined ? [] : await page.json();
}

async function answer(request: Request, url: URL): Promise<Response> {
  const address = url.origin + url.pathname;
  const { scope } = worker.registration;
  const isPage = address === scope || address === new URL("index.html", scope).href;
  // Whoever asks for the page without opening it wants to know what the server has now.
  if (isPage && request.mode !== "navigate") return fetch(request);
  if (isPage && url.search === START_AFRESH) return withoutCopy(request);
  const wanted = isPage ? scope : address;
  return (await kept(wanted).catch(() => undefined)) ?? fetch(request);
}

/** The next visit keeps it anew. Without the host it rejects, and the copy stays. */
async function withoutCopy(request: Request): Promise<Response> {
  const page = await fetch(request);
  const own = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all([worker.registration.unregister(), ...own.map((name) => caches.delete(name))]);
  return page;
}

/** Rejects where the storage is out of order: the network is still there. */
async function kept(address: string): Promise<Response | undefined> {
  return (await (await caches.open(CACHE)).match(address)) ?? caches.match(address);
}
