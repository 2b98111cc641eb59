/** The menu of a registry: its entries below their headings, with a button that opens the card of the chosen entry. */
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import {
  customProgram,
  type EnumParam,
  type ParamValue,
  programLabel,
  withProgram,
} from "../../../engine/index.ts";
import type { Bench } from "../../core/bench.ts";
import { REGISTRIES, type RegistryName } from "../../core/choices.ts";
import { algorithmAt, type CodePlace } from "../../core/link-programs.ts";
import { useUsable } from "../../core/use-permission.ts";
import { useBench, useBenchState, useSettings } from "../../core/use-store.ts";
import { type Card, showCard } from "../../parts/algorithm-card.ts";
import type { MyProgram } from "../../parts/my-programs.ts";
import { fetched } from "../../shared/lazy.tsx";
import { firstPlots } from "../use-painted-event.ts";
import { ParamControl } from "./ParamControl.tsx";

interface AlgorithmChoiceProps {
  readonly registry: RegistryName;
  /** The choice; by default the choice of the registry. */
  readonly param?: EnumParam;
  readonly value: string;
  /** The entry whose card opens; by default the chosen entry. */
  readonly shown?: string;
  /** The place that the choice is for: a flow group or a link; by default the scenario's own place. */
  readonly at?: Partial<Pick<Card, "flow" | "link">>;
  readonly pinned?: ParamValue | undefined;
  readonly note?: string | null;
  /** True for narrow places, where the name is next to the menu. */
  readonly compact?: boolean;
  onPreview(value: string): void;
  onCommit(): void;
}

export function AlgorithmChoice(props: AlgorithmChoiceProps) {
  const bench = useBench();
  const { registry, value, at, compact = false, onPreview } = props;
  const { shown = value } = props;
  const mine = useMine(registry, value);
  const label = useProgramLabel(value);
  const choices = useMemo(
    () => withPrograms(props.param ?? REGISTRIES[registry].choice, value, label, mine),
    [props.param, registry, value, label, mine],
  );
  const { param, refusal, kept } = useUsable(choices);
  const choose = (next: string) => {
    const program = mine.find(({ id }) => next === MINE + id);
    if (program === undefined) onPreview(next);
    else void chooseMine(bench, program, props);
  };
  const isCustom = useProgramLabel(shown) !== undefined;
  const about = () => showCard(bench, { registry, id: shown, flow: null, link: null, ...at });
  return (
    <ParamControl
      param={param}
      value={value}
      pinned={props.pinned}
      note={props.note ?? null}
      refusal={refusal}
      kept={kept}
      compact={compact}
      bare={!compact}
      onAbout={shown === "" || isCustom ? undefined : about}
      onPreview={(next) => choose(String(next))}
      onCommit={props.onCommit}
    />
  );
}

const MINE = "mine ";
const KINDS: Readonly<Partial<Record<RegistryName, MyProgram["kind"]>>> = {
  senders: "sender",
  queues: "queue",
};

/** Returns the name of a custom program in the settings; undefined if the id is not that of a program. */
function useProgramLabel(id: string): string | undefined {
  return useSettings(({ programs }) => programLabel(id, programs));
}

/** A program that the user can choose: its entry in the menu, and the text that ran last. */
interface Mine {
  readonly id: string;
  readonly name: string;
  readonly code: string;
}

type ProgramCode = typeof import("../../parts/my-programs.ts");

/** Returns the code that reads the user's programs. It is loaded after the first plots; before that, the result is null. */
function useProgramCode(): ProgramCode | null {
  const [code, setCode] = useState<ProgramCode | null>(null);
  useEffect(() => {
    let current = true;
    firstPlots
      .then(() => import("../../parts/my-programs.ts"))
      .then((loaded) => current && setCode(loaded))
      // Without its code, the menu offers no program. The editor then says why it cannot be loaded.
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, []);
  return code;
}

const NO_LIST = { list: [] as readonly MyProgram[] };
const NEVER = () => () => undefined;

/** Returns the user's programs that have run, except the chosen program. */
function useMine(registry: RegistryName, value: string): readonly Mine[] {
  const bench = useBench();
  const code = useProgramCode();
  const programs = code?.myProgramsOf(bench).store;
  const { list } = useSyncExternalStore(programs?.subscribe ?? NEVER, programs?.get ?? (() => NO_LIST));
  const inRun = useSettings((settings) => settings.programs);
  return useMemo(() => {
    const isChosen = (text: string) => inRun?.some((one) => one.id === value && one.code === text) === true;
    return list.flatMap((one) => {
      const text = code?.ranLast(one) ?? null;
      if (code === null || one.kind !== KINDS[registry] || text === null || isChosen(text)) return [];
      return [{ id: one.id, name: code.nameOf(one), code: text }];
    });
  }, [code, list, registry, value, inRun]);
}

/** Returns the choice extended by the chosen program and by the programs that can be chosen. */
function withPrograms(
  param: EnumParam,
  value: string,
  label: string | undefined,
  mine: readonly Mine[],
): EnumParam {
  const group = "My programs";
  const help = "A custom program, written next to the plots.";
  const options = [
    ...(label === undefined ? [] : [{ value, label, help, group }]),
    ...mine.map(({ id, name }) => ({ value: MINE + id, label: name, help, group })),
  ];
  return options.length === 0 ? param : { ...param, options: [...param.options, ...options] };
}

/** Selects a user's program, after the code that reads programs has been loaded. */
async function chooseMine(
  bench: Bench,
  { code }: Mine,
  { onPreview, onCommit }: Pick<AlgorithmChoiceProps, "onPreview" | "onCommit">,
): Promise<void> {
  try {
    await fetched("The program", bench.loadProgramReader());
    const read = bench.programReader.read(code);
    bench.consent.give(read.packed);
    bench.edits.preview(withProgram(bench.store.get().settings, read));
    onPreview(read.id);
    onCommit();
  } catch (error) {
    const title = error instanceof Error ? error.message : String(error);
    bench.notice({ id: "my-program", title, lines: [], link: null });
  }
}

/**
 * Opens the program of a place, or starts a new program, if the algorithm of the place or the program's text may be
 * changed.
 */
export function WriteCustom({ place }: { readonly place: CodePlace }) {
  const bench = useBench();
  const isCustom = useSettings(
    (settings) => customProgram(algorithmAt(settings, place), settings.programs) !== undefined,
  );
  const { refusal, kept } = useUsable(REGISTRIES[place.kind === "queue" ? "queues" : "senders"].choice);
  const isLeft = useBenchState(({ bounds }) => {
    const code = bounds?.code;
    return code !== undefined && (place.kind === "queue" ? code.queue : code.flows.includes(place.flow));
  });
  const { editProgram } = bench.page.requests;
  if (editProgram === undefined || (!isLeft && (refusal !== null || kept))) return null;
  return (
    <p className="control__own">
      <button
        type="button"
        className="link"
        data-place={JSON.stringify(place)}
        onClick={() => editProgram(bench, place)}
      >
        {isCustom ? "Edit its program" : `Write your own ${place.kind}`}
      </button>
    </p>
  );
}
