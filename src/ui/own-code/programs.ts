/** From now on the page reads programs of one's own. They run in the workers only. */
import { enablePrograms } from "../../engine/own-code.ts";
import { packText, unpackText } from "../../teaching/packed-text.ts";

export function readPrograms(): void {
  enablePrograms({ pack: packText, unpack: unpackText });
}
