/** What is declared of the kinds of traffic of the default scenario: the page has them from the start. */

export { bulkDeclaration as bulk } from "./bulk.ts";
