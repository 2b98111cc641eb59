/** The service worker as it is built, with a made browser around it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serviceWorker } from "../../scripts/offline-site.ts";

const SCOPE = "https://site.test/sawtooth/";
const folder = mkdtempSync(join(tmpdir(), "sawtooth-worker-"));
let program = "";

beforeAll(async () => {
  writeFileSync(join(folder, "index.html"), "<p>page</p>");
  program = await serviceWorker(folder);
});

afterAll(() => rmSync(folder, { recursive: true }));

interface MadeEvent {
  readonly request?: object;
  waitUntil?(work: Promise<unknown>): void;
  respondWith?(work: Promise<unknown>): void;
}

/** `storage`: what happens when a cache is opened. */
function started(storage: () => Promise<object>) {
  const listeners = new Map<string, (event: MadeEvent) => void>();
  const deleted: string[] = [];
  const self = {
    addEventListener: (kind: string, listener: (event: MadeEvent) => void) => listeners.set(kind, listener),
    registration: { scope: SCOPE },
    location: new URL(`${SCOPE}sw.js`),
  };
  const caches = {
    open: storage,
    match: async () => undefined,
    delete: async (name: string) => deleted.push(name),
  };
  const fetch = async () => ({ ok: true, from: "network" });
  runInContext(program, createContext({ self, caches, fetch, URL, DOMException, Promise, Error }));
  const heard = (kind: string, event: MadeEvent = {}) =>
    new Promise((resolve, reject) => {
      const settle = (work: Promise<unknown>) => void work.then(resolve, reject);
      listeners.get(kind)?.({ ...event, waitUntil: settle, respondWith: settle });
    });
  return { heard, deleted };
}

const fails = (name: string) => async () => {
  throw new DOMException("made by a test", name);
};

test("a storage out of order does not stand between the page and the network", async () => {
  const { heard } = started(fails("UnknownError"));
  const request = { method: "GET", url: `${SCOPE}favicon.svg`, mode: "no-cors" };
  expect(await heard("fetch", { request })).toMatchObject({ from: "network" });
});

test("half a copy is not left on a full device; where the network failed, it is gone on with", async () => {
  const full = started(async () => ({ put: fails("QuotaExceededError") }));
  await expect(full.heard("install")).rejects.toThrow("made by a test");
  expect(full.deleted).toHaveLength(1);
  const interrupted = started(async () => ({ put: fails("NetworkError") }));
  await expect(interrupted.heard("install")).rejects.toThrow("made by a test");
  expect(interrupted.deleted).toEqual([]);
});
