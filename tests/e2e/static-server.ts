/**
 * A plain file server under a sub-path, which proves that the built page needs neither a root nor a special server. It
 * compresses texts, lets them be cached for ten minutes and read from anywhere, like GitHub Pages.
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
  /** Address of the folder's index.html, with a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface Host {
  /**
   * Receives the path of each request, relative to the page's folder, and the size of the response body (bytes sent);
   * null if the file does not exist.
   */
  readonly watcher?: (path: string, bytes: number | null) => void;
  readonly subPath?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Address to listen on; by default only this machine's own. */
  readonly address?: string;
  /**
   * Replaces the answer, to simulate another kind of host. `usual` returns this server's answer for a path in the
   * page's folder.
   */
  readonly answer?: (url: URL, usual: (path?: string) => Answer) => Answer;
}

const COMPRESSED = /^(?:text\/|application\/(?:json|manifest)|image\/svg)/;

export const notFound: Answer = { status: 404, headers: { "content-type": "text/plain" }, body: "not found" };

export async function serveFolder(folder: string, host: Host = {}): Promise<StaticServer> {
  const { watcher, subPath = "/some/sub/path/", headers, address = "127.0.0.1", answer } = host;
  const fileAt = (path: string): Answer => {
    const file = fileIn(folder, path);
    if (file === null) return notFound;
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    const sent = { "content-type": type, "cache-control": "max-age=600", "access-control-allow-origin": "*" };
    return { status: 200, headers: { ...sent, ...headers }, body: readFileSync(file) };
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const own = url.pathname.startsWith(subPath)
      ? decodeURIComponent(url.pathname.slice(subPath.length))
      : null;
    const usual = (path = own) => (path === null ? notFound : fileAt(path));
    const { status, headers: sent, body } = answer?.(url, usual) ?? usual();
    const packs =
      status === 200 &&
      COMPRESSED.test(sent["content-type"] ?? "") &&
      sent["content-encoding"] === undefined &&
      /\bgzip\b/.test(String(request.headers["accept-encoding"]));
    const bytes = packs ? gzipSync(body) : Buffer.from(body);
    watcher?.(own ?? url.pathname, status === 200 ? bytes.length : null);
    response.writeHead(status, packs ? { ...sent, "content-encoding": "gzip" } : sent).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${address}:${port}${subPath}`,
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
