/**
 * A plain file server under a sub-path: proves that the built page needs no root of its own and no special server. It
 * compresses texts, lets them be kept for ten minutes and read from anywhere, as GitHub Pages does.
 */
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};

export interface StaticServer {
  /** Where the folder's index.html is, with a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

/** Hears of what is asked for: the path below the page's own, and the bytes of the body on the wire; null: not there. */
export type Watcher = (path: string, bytes: number | null) => void;

const COMPRESSED = /^(?:text\/|application\/(?:json|manifest)|image\/svg)/;

export async function serveFolder(
  folder: string,
  watcher: Watcher = () => {},
  subPath = "/some/sub/path/",
  more: Readonly<Record<string, string>> = {},
  /** As hosts with clean addresses do: `index.html` leads to its folder. */
  cleanAddresses = false,
): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = pathname.startsWith(subPath)
      ? fileIn(folder, decodeURIComponent(pathname.slice(subPath.length)))
      : null;
    const path = decodeURIComponent(pathname.replace(subPath, ""));
    if (cleanAddresses && path === "index.html") {
      response.writeHead(308, { location: subPath }).end();
      return;
    }
    if (file === null) {
      watcher(path, null);
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
      return;
    }
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    const packs = COMPRESSED.test(type) && /\bgzip\b/.test(String(request.headers["accept-encoding"]));
    const content = readFileSync(file);
    const body = packs ? gzipSync(content) : content;
    watcher(path, body.length);
    const headers = {
      "content-type": type,
      "cache-control": "max-age=600",
      "access-control-allow-origin": "*",
      ...more,
    };
    response.writeHead(200, packs ? { ...headers, "content-encoding": "gzip" } : headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${subPath}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function fileIn(folder: string, path: string): string | null {
  const file = normalize(join(folder, path === "" ? "index.html" : path));
  if (!file.startsWith(normalize(folder) + sep)) return null;
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : null;
}
