// A worker thread does not inherit the TypeScript loader of the thread that starts it. The loader is therefore registered here,
// before anything else.
import { register } from "tsx/esm/api";

register();
await import("./node-sim-worker.ts");
