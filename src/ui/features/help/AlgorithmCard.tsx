/**
 * The card of an algorithm, generated from its declaration: what it does, in a few sentences for students, then in collapsed
 * sections its parameters, its probes, the text that defines it, and the differences from that text. A menu leads to other
 * algorithms of its kind.
 */
import { type ReactNode, useId } from "react";
import { deviationsOf } from "../../../engine/deviations.ts";
import {
  type AlgorithmDeclaration,
  allowedText,
  type Deviation,
  formatValue,
  type Param,
  type Probe,
} from "../../../engine/index.ts";
import { entryOf, REGISTRIES, referencePath } from "../../core/choices.ts";
import { useUsable } from "../../core/use-permission.ts";
import { useBench, useBenchState, useSettings } from "../../core/use-store.ts";
import { type Card, cardIn, inUse, showCard, using } from "../../parts/algorithm-card.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import { Button } from "../../shared/Button.tsx";
import { GlossaryText } from "../../shared/glossary/GlossaryText.tsx";
import { MenuOptions } from "../../shared/MenuOptions.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { isSingleFile } from "../../shared/site-file.ts";
import { Table, type TableRow } from "../../shared/Table.tsx";
import { capitalised, unmarked } from "./ModelNotes.tsx";
import "./help.css";

export function AlgorithmCard() {
  const card = useBenchState(cardIn);
  if (card === null) return null;
  const entry = entryOf(card.registry, card.id);
  return (
    <Dialog name="card" title={entry.label}>
      <Others card={card} />
      <Declared entry={entry} />
      <Acts card={card} />
    </Dialog>
  );
}

function Others({ card }: { readonly card: Card }) {
  const bench = useBench();
  const menuId = useId();
  const { choice } = REGISTRIES[card.registry];
  return (
    <div className="card__menu">
      <label htmlFor={menuId}>{choice.label}</label>
      <select
        id={menuId}
        className="menu"
        value={card.id}
        onChange={(event) => showCard(bench, { ...card, id: event.currentTarget.value })}
      >
        <MenuOptions list={choice.options} />
      </select>
    </div>
  );
}

function Declared({ entry }: { readonly entry: AlgorithmDeclaration }) {
  const { id, summary, cite, params, probes, phases = [], suggestion } = entry;
  return (
    <>
      <p className="card__lead">
        <GlossaryText text={summary} />
      </p>
      <Fold title="Parameters" count={params.length + probes.length + phases.length}>
        <CardTable head={["Name", "What it does", "Default"]} rows={params.map(parameterRow)} />
        {suggestion && (
          <p>
            <GlossaryText text={suggestion.help} />
          </p>
        )}
        <CardTable title="Internal values" rows={probes.map(probeRow)} />
        <CardTable title="Phases" rows={phases.map(probeRow)} />
      </Fold>
      <Fold title="Specification and differences">
        <p className="card__source">{`Defined in: ${cite}`}</p>
        <CardTable
          title="Deviations from the reference"
          head={["What", "Here", "Reference, or other implementations"]}
          rows={deviationsOf(id).map(deviationRow)}
        />
      </Fold>
    </>
  );
}

interface FoldProps {
  readonly title: string;
  /** Number of items; if it is 0, the section is omitted. */
  readonly count?: number;
  readonly children: ReactNode;
}

/** A collapsed section, for details that a student need not read first. */
function Fold({ title, count = 1, children }: FoldProps) {
  if (count === 0) return null;
  return (
    <details className="card__fold">
      <summary>{title}</summary>
      {children}
    </details>
  );
}

interface CardTableProps {
  readonly title?: string;
  readonly head?: readonly string[];
  readonly rows: readonly TableRow[];
}

/** Renders nothing without rows. */
function CardTable({ title, head = [], rows }: CardTableProps) {
  if (rows.length === 0) return null;
  return (
    <>
      {title !== undefined && <h3>{title}</h3>}
      <Table className="card__table" head={head} rows={rows} />
    </>
  );
}

function deviationRow({ subject, text = "", here, effect = "" }: Deviation): TableRow {
  const what = effect === "" ? null : <GlossaryText text={`What it changes: ${unmarked(effect)}`} />;
  return {
    key: subject,
    cells: [
      <SymbolText key="subject" text={capitalised(subject)} />,
      <WithNote key="here" text={unmarked(here)} note={what} />,
      <GlossaryText key="text" text={unmarked(text)} />,
    ],
  };
}

function parameterRow(param: Param): TableRow {
  const note = [allowedText(param), param.cite].filter(Boolean).join(" · ");
  return {
    key: param.id,
    cells: [
      <Name key="name" {...param} />,
      <WithNote key="help" text={param.help} note={note} />,
      formatValue(param, param.default),
    ],
  };
}

function probeRow(probe: Pick<Probe, "id" | "symbol" | "label" | "help">): TableRow {
  return {
    key: probe.id,
    cells: [<Name key="name" {...probe} />, <GlossaryText key="help" text={probe.help} />],
  };
}

function WithNote({ text, note }: { readonly text: string; readonly note: ReactNode }) {
  return (
    <>
      <GlossaryText text={text} />
      {note !== null && <small>{note}</small>}
    </>
  );
}

function Name({ symbol, label }: Pick<Probe, "symbol" | "label">) {
  return (
    <>
      <SymbolText text={symbol ?? label} />
      {symbol !== undefined && symbol !== label && <small>{label}</small>}
    </>
  );
}

function Acts({ card }: { readonly card: Card }) {
  const { store, edits } = useBench();
  const isInUse = useSettings((settings) => inUse(settings, card) === card.id);
  const usable = useUsable(REGISTRIES[card.registry].choice);
  const isAmong = usable.param.options.some(({ value }) => value === card.id);
  const refusal = isInUse ? null : (usable.refusal ?? (isAmong ? null : "It is not available here."));
  return (
    <div className="card__acts">
      <Button
        look={isInUse ? undefined : "main"}
        refusal={isInUse ? "Already in use" : refusal}
        onClick={() => edits.edit(using(store.get().settings, card))}
      >
        {isInUse ? "In use" : "Use it"}
      </Button>
      {refusal !== null && <p className="control__note">{refusal}</p>}
      <ReferenceLink card={card} />
    </div>
  );
}

/**
 * A link to the reference page. It is shown in a served page only, because a page that is saved as one file has no
 * reference pages.
 */
function ReferenceLink({ card }: { readonly card: Card }) {
  if (isSingleFile() || !window.location.protocol.startsWith("http")) return null;
  return (
    <a href={referencePath(card.registry, card.id)} target="_blank" rel="noreferrer">
      Reference page
    </a>
  );
}
