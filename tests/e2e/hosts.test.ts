/** Tests where the page can be hosted: each kind of host, its typical faults, and what remains on the device afterwards. */
import { networkInterfaces } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { browserName, keptOnDevice, leaveOut, openPage, painted } from "./browser.ts";
import { type Answer, type Host, notFound, type StaticServer, serveFolder } from "./static-server.ts";

const DIST = resolve(import.meta.dirname, "../../dist");

const UNREACHABLE = /ERR_CONNECTION_REFUSED|ERR_FAILED|NetworkError|Could not connect/;
const MISSING = /404|MIME|disallowed|module source|Failed to load/;
const SIGN_IN: Answer = {
  status: 200,
  headers: { "content-type": "text/html" },
  body: "<!doctype html><p>Please sign in</p>",
};

const isProgram = ({ pathname }: URL) => pathname.endsWith(".js");
const isWorker = ({ pathname }: URL) => pathname.endsWith("/sw.js");
const moved = (location: string): Answer => ({ status: 308, headers: { location }, body: "" });
const program = (body: string): Answer => ({
  status: 200,
  headers: { "content-type": "text/javascript" },
  body,
});
const typed = (answer: Answer, type: string): Answer => ({
  ...answer,
  headers: { ...answer.headers, "content-type": type, "x-content-type-options": "nosniff" },
});

async function serve(host: Host = {}): Promise<StaticServer> {
  const server = await serveFolder(DIST, host);
  onTestFinished(() => server.close());
  return server;
}

/** Opens the page as a visitor whose browser may store it. */
const visit = (url: string, expected = UNREACHABLE) =>
  openPage({
    url,
    serviceWorkers: "allow",
    expected: new RegExp(`${expected.source}|${UNREACHABLE.source}`),
  });

interface Case extends Host {
  readonly what: string;
  /** Expected messages of the browser. */
  readonly expected?: RegExp;
  /** True to omit the slash at the end of the page's address. */
  readonly withoutSlash?: true;
  /** Error message that the page must show. If absent, the page must start, and start again on a second visit. */
  readonly says?: RegExp;
  /** True if the page cannot be stored and needs its host each time. */
  readonly online?: true;
}

const FOLDER: Pick<Case, "subPath"> = { subPath: "/course/" };

const CASES: readonly Case[] = [
  { what: "a folder below the root" },
  { what: "the root", subPath: "/" },
  {
    what: "clean addresses, where each .html leads to its address without",
    answer: ({ pathname }, usual) => {
      if (pathname.endsWith("/index.html")) return moved(pathname.replace("index.html", ""));
      if (pathname.endsWith(".html")) return moved(pathname.replace(".html", ""));
      if (/\/reference\/(?:.*\/)?$/.test(pathname)) return usual(`${pathname.split("/path/")[1]}index.html`);
      if (/\/[^./]+$/.test(pathname)) return usual(`${pathname.split("/path/")[1]}.html`);
      return usual();
    },
  },
  {
    what: "the folder's name without its slash",
    ...FOLDER,
    withoutSlash: true,
    expected: MISSING,
    answer: ({ pathname }, usual) => usual(pathname === "/course" ? "index.html" : undefined),
  },
  {
    what: "a host that takes the slash away",
    ...FOLDER,
    expected: MISSING,
    says: /The server answers 404 for index-.*\.js\. Start afresh/,
    answer: ({ pathname }, usual) =>
      pathname === "/course/" ? moved("/course") : usual(pathname === "/course" ? "index.html" : undefined),
  },
  {
    what: "programs with the type of texts",
    expected: MISSING,
    says: /The server sends index-.*\.js as “text\/plain”: it has to be “text\/javascript”\. Start afresh/,
    answer: (url, usual) => (isProgram(url) ? typed(usual(), "text/plain") : usual()),
  },
  {
    what: "a sign-in page in the place of each program",
    expected: MISSING,
    says: /The server sends index-.*\.js as “text\/html”/,
    answer: (url, usual) => (isProgram(url) ? SIGN_IN : usual()),
  },
  {
    what: "no type for pictures, data and the manifest",
    answer: ({ pathname }, usual) =>
      /\.(?:svg|png|json|csv|webmanifest)$/.test(pathname)
        ? typed(usual(), "application/octet-stream")
        : usual(),
  },
  {
    what: "an old proxy that refuses queries and does not compress",
    headers: { "content-encoding": "identity" },
    answer: ({ search }, usual) => (search === "" ? usual() : { ...notFound, status: 400 }),
  },
  {
    what: "a strict policy",
    headers: { "content-security-policy": "default-src 'self'", "x-content-type-options": "nosniff" },
    expected: /Content.Security.Policy|policy: |inline script/,
  },
  {
    what: "a sandbox",
    headers: { "content-security-policy": "sandbox allow-scripts" },
    online: true,
    expected: /sandbox|insecure|SecurityError/,
  },
  {
    what: "a sandbox whose server lets no stranger read",
    headers: {
      "content-security-policy": "sandbox allow-scripts",
      "access-control-allow-origin": "https://elsewhere.example",
    },
    expected: /sandbox|insecure|SecurityError|CORS|Cross-Origin|ERR_FAILED|access control/i,
    says: /cannot start in this sandbox: .* must send “Access-Control-Allow-Origin: \*”/,
  },
  { what: "a name of the local network, without TLS", address: "0.0.0.0", online: true },
  {
    what: "no service worker",
    online: true,
    expected: MISSING,
    answer: (url, usual) => (isWorker(url) ? notFound : usual()),
  },
  {
    what: "the page in the place of whatever is missing, the service worker too",
    online: true,
    expected: MISSING,
    answer: (url, usual) => {
      const answer = usual();
      return isWorker(url) || answer.status === 404 ? usual("index.html") : answer;
    },
  },
  {
    what: "a service worker that throws",
    online: true,
    expected: /ServiceWorker|made by a test/,
    answer: (url, usual) => (isWorker(url) ? program('throw new Error("made by a test")') : usual()),
  },
];

/** Returns this machine's address in the network, which browsers do not treat as secure without TLS. */
function localAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const found = addresses.find(({ internal, family }) => !internal && family === "IPv4");
  return found?.address ?? leaveOut("this machine has no address but its own");
}

test.each(CASES)("$what", async ({ what, expected, withoutSlash, says, online, ...host }) => {
  const server = await serve(host.address === undefined ? host : { ...host, address: localAddress() });
  const page = await visit(withoutSlash ? server.url.slice(0, -1) : server.url, expected);
  if (says !== undefined) {
    await page.locator(".starting", { hasText: says }).waitFor();
    return;
  }
  await painted(page);
  if (!online) await keptOnDevice(page);
  await page.reload();
  await painted(page);
  if (online) return;
  await server.close();
  await page.reload();
  await painted(page);
  expect(new URL(page.url()).href.replace(/#.*/, "")).toBe(server.url);
});

test("on a page without TLS, a link that cannot be copied is shown for manual copying", async () => {
  const { url } = await serve({ address: localAddress() });
  const page = await visit(url);
  await painted(page);
  expect(
    await page.evaluate(() => [isSecureContext, typeof crypto.subtle, typeof navigator.clipboard]),
  ).toEqual([false, "undefined", "undefined"]);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  const byHand = page.getByRole("textbox", { name: "Copy link: copy this text by hand" });
  expect(await byHand.inputValue()).toContain(url);
});

test.each(["index.html", "sawtooth.html"])("%s from a disk", async (name) => {
  const page = await openPage({
    url: pathToFileURL(resolve(DIST, name)).href,
    expected: /CORS|origin|ERR_FAILED|NS_ERROR|policy: /,
  });
  // The Firefox of the tests lets a file load others, unlike a user's Firefox.
  if (name === "index.html" && browserName === "chromium")
    await page.getByRole("link", { name: "sawtooth.html" }).click();
  await painted(page);
});

// Tests what a visit at a bad moment leaves on the device.

test.each<[string, (answer: Answer) => Answer]>([
  ["a sign-in page", () => SIGN_IN],
  ["half of each file", (answer) => ({ ...answer, body: answer.body.slice(0, answer.body.length / 2) })],
  ["an error", (answer) => ({ ...answer, status: 503 })],
])("%s while the page is being stored is not stored, and the next visit continues", async (_, spoil) => {
  let isSpoiled = true;
  const { url, close } = await serve({
    answer: ({ pathname }, usual) =>
      isSpoiled && /\/(?:papers|reference)\//.test(pathname) ? spoil(usual()) : usual(),
  });
  const page = await visit(url, /503/);
  await painted(page);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0);
  isSpoiled = false;
  await page.reload();
  await painted(page);
  await keptOnDevice(page);
  await close();
  await page.reload();
  await painted(page);
});

/** A service worker of a version that did not check files, after a visit while a network required a sign-in. */
const OLD_WORKER = `
const name = "sawtooth-0123456789abcdef";
const wrong = () => new Response("<p>Please sign in</p>", { headers: { "content-type": "text/html" } });
addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(name);
  const page = await (await fetch("./")).text();
  const programs = page.match(/assets\\/[^"]*\\.js/g);
  await Promise.all(programs.map((program) => cache.put(program, wrong())));
  await cache.put("index.html", new Response(page, { headers: { "content-type": "text/html" } }));
})()));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => event.respondWith(
  caches.match(event.request.mode === "navigate" ? "index.html" : event.request.url)
    .then((found) => found ?? fetch(event.request))));
`;
/** A service worker for which every request fails, like redirected answers that an old version stored. */
const FAILING_WORKER = `
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => event.respondWith(Response.error()));
`;

test.each([
  ["an old version's worker with a wrong copy", OLD_WORKER],
  ["a worker with which nothing opens", FAILING_WORKER],
])("%s is replaced once the host serves the correct file", async (_, worker) => {
  let old: string | null = worker;
  const { url } = await serve({
    answer: (asked, usual) => (isWorker(asked) && old !== null ? program(old) : usual()),
  });
  const page = await visit(
    url,
    /MIME|disallowed|module source|ERR_FAILED|Failed to (?:load|fetch)|Load|could not be loaded|console: Error/,
  );
  await painted(page);
  await keptOnDevice(page);
  old = null;
  await expect
    .poll(async () => {
      await page.goto(url).catch(() => undefined);
      return page
        .locator("[data-digest]")
        .first()
        .waitFor({ timeout: 5000 })
        .then(
          () => true,
          () => false,
        );
    })
    .toBe(true);
  const names = await page.evaluate(() => caches.keys());
  expect(names.filter((name) => name.startsWith("sawtooth-"))).toEqual([]);
});

/** Replaces the page's program in the stored copy. */
async function spoilCopy(page: Page, folder: string): Promise<void> {
  await page.evaluate(async (place) => {
    for (const name of (await caches.keys()).filter((one) => one.startsWith(`sawtooth ${place} `))) {
      const cache = await caches.open(name);
      const programs = (await cache.keys()).filter(({ url }) => /bench-[^/]*\.js$/.test(url));
      const wrong = () =>
        new Response("<p>Please sign in</p>", { headers: { "content-type": "text/javascript" } });
      await Promise.all(programs.map((one) => cache.put(one, wrong())));
    }
  }, folder);
}

test.each([
  [
    "the page offers to start afresh",
    (page: Page) => page.getByRole("button", { name: "Start afresh" }).click(),
  ],
  ["its address with ?start-afresh opens it", (page: Page) => page.goto(`${page.url()}?start-afresh`)],
])("a damaged copy on the device: %s, and another copy on this origin stays", async (_, wayOut) => {
  const answer: Host["answer"] = ({ pathname }, usual) => usual(pathname.replace(/^\/[ab]\//, ""));
  const server = await serve({ subPath: "/", answer });
  const page = await visit(
    `${server.url}b/`,
    /Unexpected token|expected expression|MIME|ServiceWorker intercepted/,
  );
  const held = () =>
    page.evaluate(async () => {
      const workers = (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope);
      return [...workers, ...(await caches.keys())].filter((name) => /\/b\//.test(name));
    });
  for (const folder of ["b", "a"]) {
    await page.goto(`${server.url}${folder}/`);
    await painted(page);
    await keptOnDevice(page);
  }
  const before = await held();
  expect(before).toHaveLength(3);
  await spoilCopy(page, "/a/");
  await page.reload();
  await page.locator(".starting", { hasText: "unusually long" }).waitFor();
  await wayOut(page);
  await painted(page);
  expect(await held()).toEqual(before);
});
