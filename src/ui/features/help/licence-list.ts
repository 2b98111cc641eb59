/** The software in the page and its licences. The build writes this list into a separate file of the page. */

export interface Licence {
  readonly name: string;
  readonly version: string;
  /** Name of the licence in package metadata: "MIT". */
  readonly licence: string;
  /** Full text of the licence. */
  readonly text: string;
}

export const LICENCE_FILE = "licences.json";
