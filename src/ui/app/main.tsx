/** Starts the simulator's worker, and then the page: the worker loads while the page does. */
import { SimClient } from "../../workers/sim-client.ts";
import "./styles.css";

const simulator = new SimClient();
void import("./page.tsx").then(({ startPage }) => startPage(simulator));
