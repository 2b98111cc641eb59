/** The topology of the default scenario: it comes with page and simulator, the others when a scenario may name one. */

export { dumbbell } from "./dumbbell.ts";
