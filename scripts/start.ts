/** `npm start`: serves the page with hot reload. Opens a browser if there is one. Arguments: --port N, --host. */
import { parseArgs } from "node:util";
import { createServer } from "vite";

const { values } = parseArgs({
  options: { port: { type: "string" }, host: { type: "boolean" } },
});
const port = values.port === undefined ? undefined : Number(values.port);
if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65536)) {
  console.error(`--port must be a whole number from 1 to 65535; ${values.port} was given.`);
  process.exit(2);
}

const server = await createServer({
  server: { ...(port === undefined ? {} : { port }), host: values.host === true },
});
await server.listen();
server.printUrls();
if (hasScreen()) server.openBrowser();

/** Returns whether a browser window can be opened. Without a display, only the address is printed. */
function hasScreen(): boolean {
  if (process.env.CI || process.env.SSH_CONNECTION) return false;
  if (process.platform === "darwin" || process.platform === "win32") return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY || process.env.WSL_DISTRO_NAME);
}
