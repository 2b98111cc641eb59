/** Starts the simulator's worker, then the page, so that both load at the same time. */
import { SimClient } from "../../workers/sim-client.ts";

const simulator = new SimClient();
void import("./page.tsx").then(({ startPage }) => startPage(simulator));
