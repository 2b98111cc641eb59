/** What is declared of the congestion controls of the default scenario: the page has them from the start. */

export { newrenoDeclaration as newreno } from "./newreno.ts";
