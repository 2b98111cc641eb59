/** The user's programs next to the editor: open, rename, save, delete, and compare with earlier versions. */
import { type FormEvent, useId, useRef, useState, useSyncExternalStore } from "react";
import { useBench } from "../../core/use-store.ts";
import { KeptNote } from "../../parts/kept-on-device.tsx";
import { type MyProgram, myProgramsOf, nameOf, PROGRAM } from "../../parts/my-programs.ts";
import { Button } from "../../shared/Button.tsx";
import { saveFile } from "../../shared/site-file.ts";
import type { CodeSession } from "./code-session.ts";

interface MyProgramsProps {
  readonly session: CodeSession;
  /** True if an editor is open next to the list. */
  readonly isBegun: boolean;
  onOpen(): void;
}

export function MyPrograms({ session, isBegun, onOpen }: MyProgramsProps) {
  const programs = myProgramsOf(useBench());
  const { list } = useSyncExternalStore(programs.store.subscribe, programs.store.get);
  const { mine } = useSyncExternalStore(session.store.subscribe, session.store.get);
  const file = useRef<HTMLInputElement>(null);
  const summary = useRef<HTMLElement>(null);
  const own = list.filter(({ kind }) => kind === session.place.kind);
  const openFile = async (chosen: File | undefined) => {
    if (chosen !== undefined) session.openFile(await chosen.text(), onOpen);
  };
  return (
    <>
      <KeptNote kept={PROGRAM} which={mine ?? ""} />
      <details className="code__mine" open={!isBegun}>
        <summary ref={summary}>{`My programs (${own.length})`}</summary>
        {own.length === 0 && (
          <p className="control__note">Your programs are stored here as you type, on this device only.</p>
        )}
        <ul>
          {own.map((one) => (
            <li key={one.id} aria-current={one.id === mine ? "true" : undefined}>
              <OneProgram
                session={session}
                program={one}
                isOpen={one.id === mine}
                onOpen={() => {
                  void session.openMine(one);
                  onOpen();
                }}
                onRemove={() => {
                  programs.remove(one.id);
                  summary.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
        <p className="code__acts">
          <Button look="small" onClick={() => file.current?.click()}>
            Open a file
          </Button>
          <input
            ref={file}
            type="file"
            hidden
            accept=".js,.mjs,.txt,text/javascript,text/plain"
            aria-label="File of a program"
            onChange={({ currentTarget }) => {
              void openFile(currentTarget.files?.[0]);
              currentTarget.value = "";
            }}
          />
        </p>
      </details>
    </>
  );
}

interface OneProgramProps {
  readonly session: CodeSession;
  readonly program: MyProgram;
  /** True if the editor shows this program. */
  readonly isOpen: boolean;
  onOpen(): void;
  onRemove(): void;
}

function OneProgram({ session, program, isOpen, onOpen, onRemove }: OneProgramProps) {
  const programs = myProgramsOf(useBench());
  const [act, setAct] = useState<"rename" | "remove" | null>(null);
  const [rename, remove] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const name = nameOf(program);
  /** The keyboard continues at the button that opened the question. */
  const end = () => {
    setAct(null);
    (act === "rename" ? rename : remove).current?.focus();
  };
  return (
    <>
      <p className="code__mine-head">
        <strong translate="no">{name}</strong>
        <span className="control__note">{isOpen ? "open" : timeOf(program.atMs)}</span>
      </p>
      <p className="code__acts">
        {!isOpen && (
          <Button look="small" aria-label={`Open ${name}`} onClick={onOpen}>
            Open
          </Button>
        )}
        <Button
          ref={rename}
          look="small"
          aria-label={`Rename ${name}`}
          aria-expanded={act === "rename"}
          onClick={() => setAct("rename")}
        >
          Rename
        </Button>
        <Button
          look="small"
          aria-label={`Save as a file: ${name}`}
          onClick={() => saveFile(`${fileName(name)}.js`, "text/javascript", program.text)}
        >
          Save as a file
        </Button>
        {!isOpen && (
          <Button ref={remove} look="small" aria-label={`Delete ${name}`} onClick={() => setAct("remove")}>
            Delete
          </Button>
        )}
      </p>
      {act === "rename" && (
        <RenameForm
          name={name}
          onName={(next) => {
            if (next !== null) programs.rename(program.id, next);
            end();
          }}
        />
      )}
      {act === "remove" && (
        <p ref={focusFirst} className="code__acts" role="alert">
          <span>{`Delete “${name}” and its versions?`}</span>
          <Button look="small" onClick={onRemove}>
            Delete
          </Button>
          <Button look="small" onClick={end}>
            Keep it
          </Button>
        </p>
      )}
      {isOpen && <Versions session={session} program={program} />}
    </>
  );
}

const focusFirst = (place: HTMLElement | null) => place?.querySelector<HTMLElement>("input, button")?.focus();

/** `onName` gets null where the name stays. */
function RenameForm({ name, onName }: { readonly name: string; onName(name: string | null): void }) {
  const id = useId();
  const [text, setText] = useState(name);
  const take = (event: FormEvent) => {
    event.preventDefault();
    onName(text);
  };
  return (
    <form ref={focusFirst} className="code__acts" onSubmit={take}>
      <label htmlFor={id}>Name</label>
      <input
        id={id}
        className="text-field"
        type="text"
        maxLength={80}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" className="button button--small">
        Rename
      </button>
      <Button look="small" onClick={() => onName(null)}>
        Cancel
      </Button>
    </form>
  );
}

/** Texts that have run, newest first, without the current one. */
function Versions({ session, program }: Pick<OneProgramProps, "session" | "program">) {
  const id = useId();
  const earlier = program.versions.filter(({ text }) => text !== program.text).toReversed();
  const [chosen, setChosen] = useState(0);
  const version = earlier[Math.min(chosen, earlier.length - 1)];
  if (version === undefined) return null;
  return (
    <p className="code__acts">
      <label htmlFor={id}>Compare with version</label>
      <select
        id={id}
        className="menu"
        value={Math.min(chosen, earlier.length - 1)}
        onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
      >
        {earlier.map(({ atMs, text }, at) => (
          <option key={`${atMs} ${text.length}`} value={at}>
            {`${timeOf(atMs)}, ${text.split("\n").length} lines`}
          </option>
        ))}
      </select>
      <Button
        look="small"
        refusal={version.isKept === true ? "This version has not run here" : null}
        onClick={() => session.compareWith(version)}
      >
        Compare
      </Button>
      <Button look="small" onClick={() => session.goBackTo(version)}>
        Go back to it
      </Button>
    </p>
  );
}

function timeOf(atMs: number): string {
  return new Date(atMs).toLocaleString(undefined, {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
}

function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "program";
}
