/**
 * Keeps the complete page on the device: all of its files are downloaded with the first visit, and later visits use
 * that copy. A newer version is downloaded in addition to the old one and waits: it is used when the user confirms,
 * or when no page of the old version is open. Files of the previous version stay for pages that were opened with it,
 * so that versions never mix.
 */

/**
 * Values inserted by the build: the SHA-256 of each file of this version, by its path relative to the page's folder;
 * and a digest of all of them.
 */
declare const FILES: Readonly<Record<string, string>>;
declare const VERSION: string;

const worker = self as unknown as ServiceWorkerGlobalScope;

/** Prefix of cache names. Two copies of the page may be in two folders of one origin, so each has separate caches. */
const PREFIX = `sawtooth ${new URL(worker.registration.scope).pathname} `;
/** Prefix of caches from before their names contained the folder. */
const OLD_PREFIX = "sawtooth-";
const CACHE = PREFIX + VERSION;
/** Name of the cache that stores the order of the versions in use, newest first. */
const BOOK = `${PREFIX}book`;
const ORDER = "order";
const KEPT_VERSIONS = 2;
/** Number of files downloaded at the same time, so that a slow connection is not overloaded. */
const FETCHED_TOGETHER = 8;
/** Query of the page's address that requests the page without its stored copy. */
const START_AFRESH = "?start-afresh";

/** Content types of stored files, regardless of the type that the host sends. */
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
 * Returns the address of a file. The page itself is requested by its folder: hosts with clean addresses redirect
 * `index.html` there, and browsers do not accept a redirected response for a navigation.
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
        // A different version's copy of the same file is sufficient.
        () => caches.match(address),
        () => fetch(address, { cache: "no-cache" }),
        // A wrong response in the browser's cache may still be considered fresh by the server.
        () => fetch(address, { cache: "reload" }),
      ]);
      await cache.put(address, response);
    }
  };
  await Promise.all(Array.from({ length: FETCHED_TOGETHER }, lane));
}

/**
 * Returns a file of this version, ready for storing, from the first of the sources that has it. Other responses are
 * rejected, for example a network's sign-in page, part of a file, or a different version, because a stored file would
 * be used permanently.
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
    // A new response is created, because browsers do not use a redirected response for a navigation.
    const type = TYPES[file.split(".").at(-1) ?? ""] ?? response.headers.get("content-type");
    return new Response(bytes, type === null ? {} : { headers: { "content-type": type } });
  }
  throw new Error(`${file}: the answer is not this file`);
}

/**
 * Replaces a copy that was stored before files were verified. It may be the reason why the page does not start, and
 * then the user cannot be asked.
 */
async function replaceUnchecked(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(OLD_PREFIX) && (await isOldOwn(name))) await worker.skipWaiting();
}

/** Deletes an incomplete copy if the device is full. After a network error the next attempt continues with it. */
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

/** Returns true if an old cache, whose name contains no folder, belongs to the page in this folder. */
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
  // A request for the page that is not a navigation is for the server's current version.
  if (isPage && request.mode !== "navigate") return fetch(request);
  if (isPage && url.search === START_AFRESH) return withoutCopy(request);
  const wanted = isPage ? scope : address;
  return (await kept(wanted).catch(() => undefined)) ?? fetch(request);
}

/**
 * Requests the page without its copy, which the next visit stores again. Rejects if the host cannot be reached; the
 * copy then stays.
 */
async function withoutCopy(request: Request): Promise<Response> {
  const page = await fetch(request);
  const own = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all([worker.registration.unregister(), ...own.map((name) => caches.delete(name))]);
  return page;
}

/** Returns a stored response. Rejects if the storage fails; the network is then still available. */
async function kept(address: string): Promise<Response | undefined> {
  return (await (await caches.open(CACHE)).match(address)) ?? caches.match(address);
}
