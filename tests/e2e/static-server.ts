/** A plain file server under a sub-path: proves that the built page needs no root of its own and no special server. */
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";

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

export async function serveFolder(folder: string, subPath = "/some/sub/path/"): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = pathname.startsWith(subPath)
      ? fileIn(folder, decodeURIComponent(pathname.slice(subPath.length)))
      : null;
    if (file === null) {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
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
