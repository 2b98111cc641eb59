/**
 * The card of an algorithm, written from its declaration: what it does, the text that defines it and how it differs from
 * that, its parameters, what can be watched inside. The menu leads to the others of its kind.
 */
import "./help.css";
import { type ReactNode, useId } from "react";
import {
  type AlgorithmDeclaration,
  allowedText,
  type Deviation,
  formatValue,
  type Param,
  type Probe,
} from "../../engine/index.ts";
import { Button } from "../shared/Button.tsx";
import { Dialog } from "../shared/Dialog.tsx";
import { GlossaryText } from "../shared/glossary/GlossaryText.tsx";
import { MenuOptions } from "../shared/MenuOptions.tsx";
import { SymbolText } from "../shared/SymbolText.tsx";
import { isSingleFile } from "../shared/site-file.ts";
import { type Card, inUse, using } from "../state/card.ts";
import { entryOf, REGISTRIES, referencePath } from "../state/choices.ts";
import { useUsable } from "../state/use-permission.ts";
import { useBench, useBenchState, useSettings } from "../state/use-store.ts";
import { capitalised, unmarked } from "./ModelNotes.tsx";

export function AlgorithmCard() {
  const card = useBenchState((state) => state.card);
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
        onChange={(event) => bench.showCard({ ...card, id: event.currentTarget.value })}
      >
        <MenuOptions list={choice.options} />
      </select>
    </div>
  );
}

function Declared({ entry }: { readonly entry: AlgorithmDeclaration }) {
  const { summary, cite, params, probes, deviations = [], suggestion } = entry;
  return (
    <>
      <p className="card__lead">
        <GlossaryText text={summary} />
      </p>
      <p className="card__source">Defined in: {cite}</p>
      <CardTable
        title="How it differs from that text"
        columns={["What", "Here", "In the text, or elsewhere"]}
        rows={deviations}
        row={deviationRow}
      />
      <CardTable
        title="Parameters"
        columns={["Name", "What it does", "Default"]}
        rows={params}
        row={parameterRow}
      />
      {suggestion && (
        <p>
          <GlossaryText text={suggestion.help} />
        </p>
      )}
      <CardTable title="What can be watched inside" columns={[]} rows={probes} row={probeRow} />
    </>
  );
}

interface CardTableProps<T> {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly T[];
  readonly row: (of: T) => ReactNode;
}

/** Nothing where there are no rows. */
function CardTable<T>({ title, columns, rows, row }: CardTableProps<T>) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <table className="card__table">
        {columns.length > 0 && (
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>{rows.map(row)}</tbody>
      </table>
    </>
  );
}

function deviationRow({ subject, text = "", here, effect = "" }: Deviation) {
  return (
    <tr key={subject}>
      <th scope="row">
        <SymbolText text={capitalised(subject)} />
      </th>
      <td>
        <GlossaryText text={unmarked(here)} />
        {effect !== "" && (
          <small>
            <GlossaryText text={`What it changes: ${unmarked(effect)}`} />
          </small>
        )}
      </td>
      <td>
        <GlossaryText text={unmarked(text)} />
      </td>
    </tr>
  );
}

function parameterRow(param: Param) {
  return (
    <tr key={param.id}>
      <Name {...param} />
      <td>
        <GlossaryText text={param.help} />
        <small>{[allowedText(param), param.cite].filter(Boolean).join(" · ")}</small>
      </td>
      <td>{formatValue(param, param.default)}</td>
    </tr>
  );
}

function probeRow(probe: Probe) {
  return (
    <tr key={probe.id}>
      <Name {...probe} />
      <td>
        <GlossaryText text={probe.help} />
      </td>
    </tr>
  );
}

function Name({ symbol, label }: Pick<Probe, "symbol" | "label">) {
  return (
    <th scope="row">
      <SymbolText text={symbol ?? label} />
      {symbol !== undefined && symbol !== label && <small>{label}</small>}
    </th>
  );
}

function Acts({ card }: { readonly card: Card }) {
  const { store, edits } = useBench();
  const isInUse = useSettings((settings) => inUse(settings, card) === card.id);
  const usable = useUsable(REGISTRIES[card.registry].choice);
  const isAmong = usable.param.options.some(({ value }) => value === card.id);
  const refusal = isInUse
    ? null
    : (usable.refusal ?? (isAmong ? null : "It is not among what may be chosen here."));
  return (
    <div className="card__acts">
      <Button
        look={isInUse ? undefined : "main"}
        refusal={isInUse ? "The scenario has it already" : refusal}
        onClick={() => edits.edit(using(store.get().settings, card))}
      >
        {isInUse ? "In use" : "Use it"}
      </Button>
      {refusal !== null && <p className="control__note">{refusal}</p>}
      <ReferenceLink card={card} />
    </div>
  );
}

/** Only beside a page that is served: a page saved as one file has none. */
function ReferenceLink({ card }: { readonly card: Card }) {
  if (isSingleFile() || !window.location.protocol.startsWith("http")) return null;
  return (
    <a href={referencePath(card.registry, card.id)} target="_blank" rel="noreferrer">
      Reference page
    </a>
  );
}
