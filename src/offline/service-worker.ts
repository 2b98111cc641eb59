/**
 * Keeps the whole page on the device: all of its files come with the first visit, and from then on out of that copy. A
 * newer version is fetched beside the old one and waits: it takes over when a person says so, or when no page of the old
 * one is open any more. Files of the version before stay for pages that were opened with it, so that versions never mix.
 */

/** Written in by the build: the files of this version, from the page's own folder, and a digest of what is in them. */
declare const FILES: readonly string[];
declare const VERSION: string;

const worker = self as unknown as ServiceWorkerGlobalScope;

const PREFIX = "sawtooth-";
const CACHE = PREFIX + VERSION;
/** The order of the versions that were in use, newest first. */
const BOOK = `${PREFIX}book`;
const ORDER = "order";
const KEPT_VERSIONS = 2;
/** At once, so that a slow line is not asked for two hundred files in one breath. */
const FETCHED_TOGETHER = 8;

const addressOf = (file: string) => new URL(file, worker.registration.scope).href;

worker.addEventListener("install", (event) => event.waitUntil(fetchAll().catch(leaveRoom)));

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
  const wanted = [...FILES];
  const lane = async () => {
    for (let file = wanted.shift(); file !== undefined; file = wanted.shift()) {
      const address = addressOf(file);
      // A name with a digest means the same file for ever: another version's copy of it will do.
      const known = /-[\w-]{8}\.\w+$/.test(file) ? await caches.match(address) : undefined;
      const response = known ?? (await fetch(address, { cache: "no-cache" }));
      if (!response.ok) throw new Error(`${file}: ${response.status}`);
      await cache.put(address, response);
    }
  };
  await Promise.all(Array.from({ length: FETCHED_TOGETHER }, lane));
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
    if (name.startsWith(PREFIX) && name !== BOOK && !order.includes(name)) await caches.delete(name);
  }
  await worker.clients.claim();
}

async function usedBefore(): Promise<string[]> {
  const page = await (await caches.open(BOOK)).match(addressOf(ORDER));
  return page === undefined ? [] : await page.json();
}

async function answer(request: Request, url: URL): Promise<Response> {
  const address = url.origin + url.pathname;
  const isStart = request.mode === "navigate" && address === worker.registration.scope;
  const wanted = isStart ? addressOf("index.html") : address;
  return (await kept(wanted).catch(() => undefined)) ?? fetch(request);
}

/** Rejects where the storage is out of order: the network is still there. */
async function kept(address: string): Promise<Response | undefined> {
  return (await (await caches.open(CACHE)).match(address)) ?? caches.match(address);
}
