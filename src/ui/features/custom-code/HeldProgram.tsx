/** Shows the programs of a URL or a file before any of them runs. */

import { useEffect, useState } from "react";
import { unpackText } from "../../../lib/packed-text.ts";
import { visibleText } from "../../../lib/visible-text.ts";
import { PROGRAM_READER } from "../../../teaching/document/file-programs.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import { Button } from "../../shared/Button.tsx";
import { consentOf } from "./consent.ts";
import "./custom-code.css";

export function HeldProgram() {
  const bench = useBench();
  const consent = consentOf(bench);
  const held = useBenchState(() => consent.held);
  if (held === null) return null;
  const { packed, from } = held;
  const codes = packed.map(textOf);
  const isDamaged = codes.includes(null);
  const [what, it] = codes.length === 1 ? ["a program", "it"] : [`${codes.length} programs`, "them"];
  const run = () => {
    bench.programReader = PROGRAM_READER;
    consent.agree(held, codes.flatMap(packedByReader));
  };
  if (isDamaged)
    return (
      <Dialog name="program" title="Damaged link" onClose={() => consent.decline()}>
        <p role="alert">
          {`The program in this ${from} is incomplete or was changed in transit, so it cannot be run. Ask for the ${from} again, or copy the whole ${from} again.`}
        </p>
        <p className="share__acts">
          <Button look="main" onClick={() => consent.decline()}>
            Close
          </Button>
        </p>
      </Dialog>
    );
  return (
    <Dialog name="program" title={`Program in this ${from}`} onClose={() => consent.decline()}>
      <p>{`This ${from} contains ${what}. Read ${it}, then press Run.`}</p>
      {codes.map((code, i) => (
        <textarea
          key={packed[i]}
          className="held-program"
          aria-label={`Program ${i + 1}`}
          rows={Math.min(22, (code ?? "").split("\n").length + 1)}
          readOnly
          dir="ltr"
          translate="no"
          value={readableCode(code ?? "")}
        />
      ))}
      <p className="control__note">
        The program can only compute with the numbers of the simulation. It cannot access anything else on
        this device.
      </p>
      <p className="share__acts held-program__acts">
        <RunButton key={packed.join(" ")} onRun={run} />
        <Button onClick={() => consent.decline()}>Do not run</Button>
      </p>
    </Dialog>
  );
}

/**
 * Time for which programs are visible before a press of *Run* counts (ms). Otherwise the second press of a double click
 * could agree to programs that the user has not seen.
 */
const SEEN_MS = 1000;

export function RunButton({ onRun }: { readonly onRun: () => void }) {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSeen(true), SEEN_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Button look="main" refusal={isSeen ? null : "Read it first"} onClick={onRun}>
      Run
    </Button>
  );
}

/**
 * Returns the code as it runs: characters that are invisible or reorder others are written out, and every line terminator of
 * JavaScript ends a line (ECMAScript 2025 §12.3).
 */
export function readableCode(code: string): string {
  return visibleText(code.replaceAll("\r\n", "\n")).replace(/<U\+(?:000D|202[89])>/g, "$&\n");
}

/** Returns the program as a scenario contains it: the reader removes empty lines around it. Returns nothing if it has faults. */
function packedByReader(code: string | null): string[] {
  try {
    return code === null ? [] : [PROGRAM_READER.read(code).packed];
  } catch {
    return [];
  }
}

/** Returns the text of a packed program; null if it is damaged. */
function textOf(packed: string): string | null {
  try {
    return unpackText(packed);
  } catch {
    return null;
  }
}
