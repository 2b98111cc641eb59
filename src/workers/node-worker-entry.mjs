// A worker thread does not inherit the TypeScript loader of the thread that starts it, so the loader is registered
// here first.
import { register } from "tsx/esm/api";

register();
await import("./node-sim-worker.ts");
