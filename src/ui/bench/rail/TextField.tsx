/** A text with its own syntax: a field, texts to start from, and a file field for texts that can come from a file. */
import { type ChangeEvent, Suspense, useId, useRef, useState } from "react";
import { isTraceText, parseTyped, type TextParam } from "../../../engine/index.ts";
import { useDraft } from "../../shared/hooks.ts";
import { lazyPart } from "../../shared/lazy.tsx";
import { ControlHead, FieldNotes, type FieldProps, headOf } from "./ControlHead.tsx";

export interface RecordedCapacityProps {
  readonly id: string;
  readonly text: string;
  readonly refusal: string | null;
  onText(text: string): void;
}

/** The content of a file, or one of the generated recordings. */
export type TraceSource = { readonly contents: string } | { readonly shape: string };

/** A message together with the text that was made from a file, or the reason for refusing the file. */
export type Loaded = { readonly description: string; readonly text: string } | { readonly error: string };

type TextFieldProps = FieldProps<TextParam> & {
  readonly onFile: ((source: TraceSource) => Promise<Loaded>) | undefined;
};

const RecordedCapacity = lazyPart<RecordedCapacityProps>(() =>
  import("./RecordedCapacity.tsx").then((part) => part.RecordedCapacity),
);

export function TextField(props: TextFieldProps) {
  const { param, value, pinned, note, refusal, onFile, onPreview, onCommit } = props;
  const [fieldId, labelId, helpId, errorId] = [useId(), useId(), useId(), useId()];
  const [error, setError] = useState<string | null>(null);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const text = String(value ?? "");
  const take = (next: string) => {
    const read = parseTyped(param, next);
    if ("error" in read) return read.error;
    onPreview(read.value);
    onCommit();
    return null;
  };
  const choose = (next: string) => setError(take(next));
  const load = async (source: TraceSource) => {
    const result = (await onFile?.(source)) ?? null;
    setError(result !== null && "error" in result ? result.error : null);
    setLoaded(result);
  };
  const onReset = value !== param.default && refusal === null ? () => choose(param.default) : null;
  const ids = { labelId, helpId };
  const field = { id: fieldId, describedBy: error === null ? helpId : `${helpId} ${errorId}` };
  return (
    <>
      <ControlHead {...headOf(param, refusal)} {...ids} controlId={fieldId} onReset={onReset} />
      {isTraceText(text) ? (
        <Suspense fallback={null}>
          <RecordedCapacity id={fieldId} text={text} refusal={refusal} onText={choose} />
        </Suspense>
      ) : (
        <TypedText {...field} text={text} error={error} refusal={refusal} onText={take} onError={setError} />
      )}
      {refusal === null && (
        <TextStarts param={param} text={text} onChoose={choose} onFile={onFile && load} onError={setError} />
      )}
      <FieldNotes
        error={error}
        errorId={errorId}
        note={(refusal === null ? descriptionOf(loaded, text) : null) ?? note}
        pinned={pinned}
        param={param}
      />
    </>
  );
}

/** Returns the message about a file while the text from that file is in the field. */
function descriptionOf(loaded: Loaded | null, text: string): string | null {
  return loaded !== null && "description" in loaded && loaded.text === text ? loaded.description : null;
}

interface TypedTextProps {
  readonly id: string;
  readonly describedBy: string;
  readonly text: string;
  readonly error: string | null;
  readonly refusal: string | null;
  onText(text: string): string | null;
  onError(error: string | null): void;
}

function TypedText({ id, describedBy, text, error, refusal, onText, onError }: TypedTextProps) {
  const draft = useDraft({ text, onText, onError });
  return (
    <input
      id={id}
      className={error === null ? "text-field" : "text-field text-field--wrong"}
      type="text"
      autoComplete="off"
      spellCheck={false}
      value={draft.value}
      placeholder="none"
      readOnly={refusal !== null}
      aria-disabled={refusal !== null}
      aria-invalid={error !== null}
      aria-describedby={describedBy}
      onChange={draft.onChange}
      onKeyDown={draft.onKey}
      onBlur={draft.onBlur}
    />
  );
}

interface TextStartsProps {
  readonly param: TextParam;
  readonly text: string;
  onChoose(text: string): void;
  readonly onFile: ((source: TraceSource) => void) | undefined;
  onError(error: string): void;
}

/**
 * The generated recordings, by their ids in the engine. The code that generates them is loaded with the first
 * recording.
 */
const SHAPES = [
  { id: "cellular", label: "cellular" },
  { id: "train", label: "train" },
  { id: "wifi", label: "Wi-Fi" },
];

/** Buttons with texts to start from. */
function TextStarts({ param, text, onChoose, onFile, onError }: TextStartsProps) {
  const { examples = [], label } = param;
  if (examples.length === 0 && onFile === undefined) return null;
  const starts = [{ label: "none", text: param.default }, ...examples];
  return (
    <fieldset className="starts">
      <legend className="unseen">{`${label}: start from`}</legend>
      {starts.map((start) => (
        <button
          key={start.label}
          type="button"
          className="chip"
          aria-pressed={start.text === text}
          onClick={() => onChoose(start.text)}
        >
          {start.label}
        </button>
      ))}
      {onFile &&
        SHAPES.map(({ id, label: name }) => (
          <button key={id} type="button" className="chip" onClick={() => onFile({ shape: id })}>
            {name}
          </button>
        ))}
      {onFile && <FileChip onFile={(contents) => onFile({ contents })} onError={onError} />}
    </fieldset>
  );
}

const LARGEST_BYTES = 10e6;

/** A file field. The file is read in the page and never leaves the device. */
export function FileChip({
  onFile,
  onError,
}: Pick<TextStartsProps, "onError"> & { onFile(text: string): void }) {
  const input = useRef<HTMLInputElement>(null);
  const onPick = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    if (file === undefined) return;
    if (file.size > LARGEST_BYTES) onError("The file is larger than 10 MB.");
    else onFile(await file.text());
    // Resetting the field allows the same file to be chosen again after it was changed.
    if (input.current !== null) input.current.value = "";
  };
  return (
    <>
      <button
        type="button"
        className="chip"
        title="A Mahimahi trace, or a table with time_s and rate_bps; at most 10 MB. The file stays on this device"
        onClick={() => input.current?.click()}
      >
        load a trace…
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.trace,.up,.down,text/*"
        onChange={onPick}
      />
    </>
  );
}
