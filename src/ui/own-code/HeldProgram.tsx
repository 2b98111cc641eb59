/** A link or a file brings a program along: it is shown before anything of it runs. */
import { unpackText } from "../../teaching/packed-text.ts";
import { readPrograms } from "../../teaching/programs.ts";
import { Dialog } from "../bench/Dialog.tsx";
import { Button } from "../shared/Button.tsx";
import { useBench } from "../state/use-store.ts";
import "./own-code.css";

export function HeldProgram() {
  const bench = useBench();
  const { held } = bench;
  if (held === null) return null;
  const codes = held.packed.map(textOf);
  const run = () => {
    readPrograms();
    bench.showDialog(null);
    bench.agree();
  };
  return (
    <Dialog name="program" title={codes.length === 1 ? "A program came along" : "Programs came along"}>
      <p>
        Somebody wrote the rules of a sender or of a queue, and they are in what you open. They run in a
        closed interpreter: they see the numbers of the run and nothing else. Read them first; nothing of them
        has run.
      </p>
      {codes.map((code, i) => (
        <textarea
          key={held.packed[i]}
          className="held-program"
          aria-label={`Program ${i + 1}`}
          rows={Math.min(22, code.split("\n").length + 1)}
          readOnly
          translate="no"
          value={code}
        />
      ))}
      <p className="share__acts held-program__acts">
        <Button look="main" onClick={run}>
          Run it
        </Button>
        <Button onClick={() => bench.showDialog(null)}>Leave it</Button>
      </p>
    </Dialog>
  );
}

function textOf(packed: string): string {
  try {
    return unpackText(packed);
  } catch (error) {
    return `// It cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}
