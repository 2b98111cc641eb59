/** Tests know all algorithms from the start, as the command line does; a page declares those it needs later. */
import "../src/engine/simulator.ts";
