/** Tests the built service worker in a simulated browser. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serviceWorker } from "../../scripts/offline-site.ts";

const PAGE = "<p>page</p>";
const SCOPE = "https://site.test/sawtooth/";
const folder = mkdtempSync(join(tmpdir(), "sawtooth-worker-"));
let program = "";

beforeAll(async () => {
  writeFileSync(join(folder, "index.html"), PAGE);
  program = await serviceWorker(folder);
});

afterAll(() => rmSync(folder, { recursive: true }));

interface MadeEvent {
  readonly request?: object;
  waitUntil?(work: Promise<unknown>): void;
  respondWith?(work: Promise<unknown>): void;
}

/** The answers of a server, by address. For any other address, the answer is the page. */
type Server = (address: string) => Response;

const asBuilt: Server = () => new Response(PAGE, { headers: { "content-type": "text/html" } });

/** Starts the service worker in a simulated browser. `storage` is called when a cache is opened. */
function started(storage: (name: string) => Promise<object>, server: Server = asBuilt, names: string[] = []) {
  const listeners = new Map<string, (event: MadeEvent) => void>();
  const deleted: string[] = [];
  const self = {
    addEventListener: (kind: string, listener: (event: MadeEvent) => void) => listeners.set(kind, listener),
    registration: { scope: SCOPE, unregister: async () => deleted.push("worker") },
    location: new URL(`${SCOPE}sw.js`),
    clients: { claim: async () => undefined },
  };
  const caches = {
    open: storage,
    match: async () => undefined,
    keys: async () => names,
    delete: async (name: string) => deleted.push(name),
  };
  const asked: string[] = [];
  const fetch = async (request: string | { readonly url: string }) => {
    const address = typeof request === "string" ? request : request.url;
    asked.push(address);
    return server(address);
  };
  const world = { self, caches, fetch, URL, DOMException, Promise, Error, Response, Uint8Array, crypto };
  runInContext(program, createContext(world));
  const heard = (kind: string, event: MadeEvent = {}) =>
    new Promise((resolve, reject) => {
      const settle = (work: Promise<unknown>) => void work.then(resolve, reject);
      listeners.get(kind)?.({ ...event, waitUntil: settle, respondWith: settle });
    });
  return { heard, deleted, asked };
}

const fails = (name: string) => async () => {
  throw new DOMException("made by a test", name);
};

test("a broken storage does not block the page from the network", async () => {
  const { heard } = started(fails("UnknownError"));
  const request = { method: "GET", url: `${SCOPE}favicon.svg`, mode: "no-cors" };
  expect(await ((await heard("fetch", { request })) as Response).text()).toBe(PAGE);
});

test("no partial copy stays on a full device; after a network failure it is continued", async () => {
  const full = started(async () => ({ put: fails("QuotaExceededError") }));
  await expect(full.heard("install")).rejects.toThrow("made by a test");
  expect(full.deleted).toHaveLength(1);
  const interrupted = started(async () => ({ put: fails("NetworkError") }));
  await expect(interrupted.heard("install")).rejects.toThrow("made by a test");
  expect(interrupted.deleted).toEqual([]);
});

/** Returns a storage that keeps what was put into it, by address. */
function remembering() {
  const put = new Map<string, Response>();
  const cache = {
    put: async (address: string, response: Response) => void put.set(address, response),
    match: async (address: string) => put.get(address),
  };
  return { put, open: async () => cache };
}

test("the page is requested by its folder, where no host redirects it, and served for its folder and its file", async () => {
  const { put, open } = remembering();
  const { heard, asked } = started(open);
  await heard("install");
  expect(asked).toEqual([SCOPE]);
  expect([...put.keys()]).toEqual([SCOPE]);
  for (const url of [SCOPE, `${SCOPE}index.html`]) {
    const response = (await heard("fetch", {
      request: { method: "GET", url, mode: "navigate" },
    })) as Response;
    expect(response.redirected).toBe(false);
    expect(await response.clone().text()).toBe(PAGE);
  }
});

test.each<[string, Server]>([
  ["a sign-in page of a network", () => new Response("<p>Please sign in</p>")],
  ["half a file", () => new Response(PAGE.slice(0, 4))],
  ["an error", () => new Response(PAGE, { status: 503 })],
])("%s is never stored", async (_, server) => {
  const { put, open } = remembering();
  await expect(started(open, server).heard("install")).rejects.toThrow("index.html");
  expect(put.size).toBe(0);
});

test("a file that was redirected or has a wrong type is stored as if it were not", async () => {
  const { put, open } = remembering();
  const server = () => {
    const wrong = new Response(PAGE, { headers: { "content-type": "application/octet-stream" } });
    return Object.defineProperty(wrong, "redirected", { value: true });
  };
  await started(open, server).heard("install");
  const [kept] = put.values();
  expect([kept.redirected, kept.headers.get("content-type")]).toEqual([false, "text/html; charset=utf-8"]);
});

test("?start-afresh loads the page without the copy, which stays if the host does not answer", async () => {
  const own = "sawtooth /sawtooth/ 0123456789abcdef";
  const request = { method: "GET", url: `${SCOPE}?start-afresh`, mode: "navigate" };
  const unreachable = () => {
    throw new TypeError("no network");
  };
  const gone = started(remembering().open, unreachable, [own]);
  await expect(gone.heard("fetch", { request })).rejects.toThrow("no network");
  expect(gone.deleted).toEqual([]);
  const { heard, deleted } = started(remembering().open, asBuilt, [own, "sawtooth /another/ 0123"]);
  expect(await ((await heard("fetch", { request })) as Response).text()).toBe(PAGE);
  expect(deleted.sort()).toEqual([own, "worker"]);
});

test("another copy of the page on the same origin keeps its caches", async () => {
  const { open } = remembering();
  const others = ["sawtooth /another/ 0123", "sawtooth /another/ book", "something else"];
  const own = "sawtooth /sawtooth/ 0123456789abcdef";
  const { heard, deleted } = started(open, asBuilt, [...others, own]);
  await heard("activate");
  expect(deleted).toEqual([own]);
});

test("a cache from before its name contained the folder belongs to its own page only", async () => {
  const old = (page: string) => ({
    match: async (address: string) => (address === page ? new Response(PAGE) : undefined),
  });
  const { open } = remembering();
  const storage = async (name: string) => {
    if (name === "sawtooth-own") return old(`${SCOPE}index.html`);
    return name === "sawtooth-other" ? old("https://site.test/another/index.html") : open();
  };
  const { heard, deleted } = started(storage, asBuilt, ["sawtooth-own", "sawtooth-other"]);
  await heard("activate");
  expect(deleted).toEqual(["sawtooth-own"]);
});
