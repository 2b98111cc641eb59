/** A league: programs of a class and built-in senders, all against all, with a table and a heat map of who met whom. */
import { type DragEvent, useId, useMemo, useState, useSyncExternalStore } from "react";
import { scenarioToUrl } from "../../engine/index.ts";
import { counted } from "../../experiments/counted.ts";
import {
  LEAGUE_MEASURES,
  type League,
  type LeagueMeasure,
  type LeagueRuns,
  leagueJson,
  leagueMap,
  leagueWords,
  ORDER_RULE,
  pairTable,
  runsOf,
  STANDING_COLUMNS,
  type Standing,
  standingCell,
  standingsOf,
} from "../../experiments/league.ts";
import { figuresCsv } from "../../experiments/series.ts";
import { leagueNotes } from "../../teaching/entrants.ts";
import { Button, Check, IconButton } from "../shared/Button.tsx";
import { plainNumber } from "../shared/figures/figure-words.ts";
import { HeatMapChart } from "../shared/figures/HeatMapChart.tsx";
import type { RunLinks } from "../shared/figures/Picture.tsx";
import { MADE_BY, PROGRAM } from "../shared/program.ts";
import { RunProgress } from "../shared/runs/RunProgress.tsx";
import { Segments } from "../shared/Segments.tsx";
import { saveFile } from "../shared/site-file.ts";
import { cancelledWords, failuresWords, timeWords } from "../shared/time-words.ts";
import { useBench } from "../state/use-store.ts";
import {
  BUILT_IN,
  type LeagueState,
  type LeagueStore,
  LONGEST_RUN_S,
  leagueStoreOf,
} from "./league-store.ts";
import "./league.css";

export function LeagueTab() {
  const bench = useBench();
  const leagues = useMemo(() => leagueStoreOf(bench), [bench]);
  const state = useSyncExternalStore(leagues.store.subscribe, leagues.store.get);
  return (
    <div className="league">
      <Entrants leagues={leagues} state={state} />
      <Paths leagues={leagues} state={state} />
      <StartLeague leagues={leagues} state={state} />
      <Results leagues={leagues} state={state} />
    </div>
  );
}

interface PartProps {
  readonly leagues: LeagueStore;
  readonly state: LeagueState;
}

function Entrants({ leagues, state }: PartProps) {
  const { draft, refused } = state;
  const { own, builtIn } = draft;
  const [isOver, setOver] = useState(false);
  // The page takes whatever is dropped elsewhere on it.
  const catchDrop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    void leagues.takeFiles([...event.dataTransfer.files]);
  };
  return (
    <section className="class-list" aria-label="Who takes part">
      <h2>Who takes part</h2>
      <fieldset
        className={isOver ? "league__drop league__drop--over" : "league__drop"}
        onDragOver={(event) => {
          event.preventDefault();
          event.stopPropagation();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={catchDrop}
      >
        <legend>Programs of a class</legend>
        <p className="class__row">
          <label className="button text-file">
            <span>Open files (.js, or a list .csv)</span>
            <input
              type="file"
              multiple
              accept=".js,.mjs,.csv,.tsv,.txt,text/javascript,text/csv"
              onChange={(event) => {
                const field = event.currentTarget;
                void leagues.takeFiles([...(field.files ?? [])]);
                // The same file, mended, can be chosen again.
                field.value = "";
              }}
            />
          </label>
          <FromBench leagues={leagues} />
          {own.length > 0 && <Button onClick={() => leagues.removeAll()}>Remove all</Button>}
          <span className="class__note">
            Or drop files here. They are read now, and run in the sandbox once you press Start.
          </span>
        </p>
        <Refused refused={refused} />
        {own.length > 0 && (
          <ul className="league__own" aria-label="Programs">
            {own.map(({ name, title, code }, place) => (
              <li key={name}>
                <details>
                  <summary>
                    <span className="league__name">{name}</span>
                    <span className="class__note">{title}</span>
                  </summary>
                  <textarea
                    className="text-field class__words league__code"
                    aria-label={`Program of ${name}`}
                    rows={Math.min(18, code.split("\n").length + 1)}
                    readOnly
                    translate="no"
                    value={code}
                  />
                </details>
                <IconButton icon="remove" label={`Remove ${name}`} onClick={() => leagues.remove(place)} />
              </li>
            ))}
          </ul>
        )}
      </fieldset>
      <fieldset className="league__checks">
        <legend>Built-in senders</legend>
        {BUILT_IN.map(({ id, label, summary }) => (
          <span key={id} title={summary}>
            <Check
              checked={builtIn.includes(id)}
              onCheck={(on) =>
                leagues.write({
                  builtIn: BUILT_IN.map((one) => one.id).filter((one) =>
                    one === id ? on : builtIn.includes(one),
                  ),
                })
              }
            >
              {label}
            </Check>
          </span>
        ))}
      </fieldset>
    </section>
  );
}

function FromBench({ leagues }: Pick<PartProps, "leagues">) {
  const count = useBench().store.get().scenario.programs?.length ?? 0;
  return count === 0 ? null : <Button onClick={() => leagues.takeFromBench()}>From the bench</Button>;
}

function Refused({ refused }: Pick<LeagueState, "refused">) {
  return (
    <div role="alert" className="class-field__fault">
      {refused.length > 0 && <LeftOutList leftOut={refused} />}
    </div>
  );
}

function LeftOutList({ leftOut }: { readonly leftOut: LeagueState["refused"] }) {
  return (
    <ul className="league__left-out">
      {leftOut.map(({ name, why }) => (
        <li key={`${name} ${why}`}>{`${name} takes no part: ${why}`}</li>
      ))}
    </ul>
  );
}

function Paths({ leagues, state: { draft } }: PartProps) {
  const all = leagues.paths();
  const ids = all.map(({ id }) => id);
  return (
    <section className="class-list" aria-label="Paths">
      <h2>Paths</h2>
      <fieldset className="league__paths">
        <legend className="unseen">Paths</legend>
        {all.map(({ id, label, why }) => (
          <Check
            key={id}
            checked={draft.paths.includes(id)}
            onCheck={(on) =>
              leagues.write({ paths: ids.filter((one) => (one === id ? on : draft.paths.includes(one))) })
            }
          >
            <span className="league__name">{label}</span>
            <span className="class__note">
              {why.startsWith("#") ? "Link, queue and round trip as on the bench now." : why}
            </span>
          </Check>
        ))}
      </fieldset>
    </section>
  );
}

const MOST_SEEDS_HERE = 20;

function StartLeague({ leagues, state }: PartProps) {
  const id = useId();
  const [fault, setFault] = useState<string | null>(null);
  const league = leagues.meant();
  const isBusy = state.phase !== "idle";
  const refusal = isBusy ? "A league is under way." : typeof league === "string" ? league : null;
  return (
    <section className="class-list" aria-label="Start">
      <p className="class__row">
        <label htmlFor={id}>Seeds</label>
        <input
          id={id}
          className="text-field league__seeds"
          type="number"
          min={1}
          max={MOST_SEEDS_HERE}
          value={state.draft.seeds}
          onChange={(event) => {
            const seeds = Math.round(event.currentTarget.valueAsNumber);
            if (seeds >= 1 && seeds <= MOST_SEEDS_HERE) leagues.write({ seeds });
          }}
        />
        <Button look="main" refusal={refusal} onClick={() => setFault(leagues.start())}>
          Start
        </Button>
        <span className="class__note">{typeof league === "string" ? league : costWords(league)}</span>
      </p>
      <p role="alert" className="class-field__fault">
        {fault}
      </p>
      {isBusy && (
        <RunProgress
          runs={leagues.runs}
          what={state.phase === "trial" ? "each program alone" : "league"}
          onCancel={() => leagues.cancel()}
        />
      )}
    </section>
  );
}

function costWords(league: League): string {
  const own = league.entrants.filter(({ code }) => code !== null).length;
  const trial = own === 0 ? "" : ` Before, each of ${counted(own, "program")} runs alone once.`;
  return `${counted(runsOf(league), "run")}: each two of ${counted(league.entrants.length, "sender")}, each one beside itself and each one alone.${trial} A run that takes more than ${LONGEST_RUN_S} s is ended.`;
}

function Results({ leagues, state }: PartProps) {
  const { shown, phase } = state;
  const runs = useSyncExternalStore(leagues.runs.store.subscribe, leagues.runs.store.get);
  const { outcome, status } = runs;
  const known = useMemo(() => leagues.known(shown, phase, outcome), [outcome, leagues, shown, phase]);
  if (shown === null) return null;
  const words = stateWords(runs, phase);
  return (
    <section className="league__results" aria-label="The league" aria-busy={phase !== "idle"}>
      <h2>The league</h2>
      <p role="status">{words}</p>
      {shown.leftOut.length > 0 && (
        <div className="class-field__fault">
          <LeftOutList leftOut={shown.leftOut} />
        </div>
      )}
      {runs.failures.length > 0 && phase !== "trial" && (
        <p className="class-field__fault" role="alert">
          {failuresWords(runs.failures)}
        </p>
      )}
      {known !== null && known.league.entrants.length > 0 && (
        <Played leagues={leagues} known={known} isWhole={phase === "idle" && status === "done"} />
      )}
    </section>
  );
}

function stateWords(
  runs: ReturnType<LeagueStore["runs"]["store"]["get"]>,
  phase: LeagueState["phase"],
): string {
  if (runs.error !== null) return `This could not be computed: ${runs.error}`;
  if (runs.status === "cancelled") return cancelledWords(runs.done, runs.total);
  return phase === "idle" && runs.status === "done"
    ? `${counted(runs.total, "run")} in ${timeWords(runs.tookS)}.`
    : "";
}

interface PlayedProps {
  readonly leagues: LeagueStore;
  readonly known: LeagueRuns;
  readonly isWhole: boolean;
}

function Played({ leagues, known, isWhole }: PlayedProps) {
  const standings = useMemo(() => standingsOf(known), [known]);
  const notes = useMemo(() => leagueNotes(known), [known]);
  const stamp = () => stampOf(leagues, known);
  const saveCsv = () => {
    const { head, rows } = pairTable(known);
    saveFile("league.csv", "text/csv", figuresCsv([PROGRAM, ...stamp(), ...notes], [head, ...rows]));
  };
  const saveJson = () => {
    const { shown } = leagues.store.get();
    const { sum, failures } = leagues.runs.store.get();
    const failed = new Map(failures.map(({ key, message }) => [key, message]));
    const json = {
      schema: 1,
      ...MADE_BY,
      digest: sum?.digest ?? null,
      jobs: known.matches.length,
      ...leagueJson(known, shown?.leftOut ?? [], failed),
    };
    saveFile("league.json", "application/json", `${JSON.stringify(json, null, 2)}\n`);
  };
  return (
    <>
      <StandingsTable standings={standings} />
      <p className="class__note">{ORDER_RULE}</p>
      {notes.length > 0 && (
        <ul className="league__left-out">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <p className="class__row">
        <Button refusal={isWhole ? null : "The league is not over yet."} onClick={saveCsv}>
          Save all pairs (CSV)
        </Button>
        <Button refusal={isWhole ? null : "The league is not over yet."} onClick={saveJson}>
          Save all (JSON)
        </Button>
      </p>
      <WhoMetWhom leagues={leagues} known={known} stamp={stamp} />
    </>
  );
}

function stampOf(leagues: LeagueStore, { league }: LeagueRuns): string[] {
  const { sum, total, done } = leagues.runs.store.get();
  const digest =
    sum === null ? `${done} of ${total} runs` : `digest ${sum.digest} of ${counted(total, "run")}`;
  return [leagueWords(league), digest, ...league.paths.map(({ id, why }) => `Path ${id}: ${why}`)];
}

/** It may be wider than its place. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

const SIGNS = { ascending: " ↑", descending: " ↓", none: "" };

type Column = (typeof STANDING_COLUMNS)[number];

interface Sorting {
  readonly id: Column["id"];
  readonly isTurned: boolean;
}

/** A press on a head sorts by it, a second one turns the order round. */
function StandingsTable({ standings }: { readonly standings: readonly Standing[] }) {
  const [sorting, setSorting] = useState<Sorting>({ id: "place", isTurned: false });
  const sorted = useMemo(() => sortedBy(standings, sorting), [standings, sorting]);
  const sortOf = ({ id, first }: Column) => {
    if (id !== sorting.id) return undefined;
    return (first === "low") !== sorting.isTurned ? "ascending" : "descending";
  };
  return (
    <section className="data-table league__table" aria-label="Table: The league" {...SCROLLED_BY_KEYS}>
      <table>
        <caption className="unseen">The league. The heads sort the table.</caption>
        <thead>
          <tr>
            {STANDING_COLUMNS.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={column.id === "name" ? "data-table__head data-table__text" : "data-table__head"}
                aria-sort={sortOf(column)}
              >
                <button
                  type="button"
                  className="league__sort"
                  title={column.help}
                  onClick={() =>
                    setSorting(({ id, isTurned }) => ({
                      id: column.id,
                      isTurned: id === column.id && !isTurned,
                    }))
                  }
                >
                  {`${column.head}${SIGNS[sortOf(column) ?? "none"]}`}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={row.entrant} className={row.isOwn ? undefined : "data-table__paper"}>
              {STANDING_COLUMNS.map(({ id }) => {
                const value = standingCell(row, id);
                const text = typeof value === "number" ? plainNumber(value) : (value ?? "–");
                return id === "name" ? (
                  <th key={id} scope="row" className="data-table__text">
                    {text}
                  </th>
                ) : (
                  <td key={id} translate="no">
                    {text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What there is no value of comes last, whichever way it is sorted. */
function sortedBy(standings: readonly Standing[], { id, isTurned }: Sorting): Standing[] {
  const first = STANDING_COLUMNS.find((column) => column.id === id)?.first ?? "low";
  const sign = (first === "low") !== isTurned ? 1 : -1;
  return standings.toSorted((one, other) => {
    const [a, b] = [standingCell(one, id), standingCell(other, id)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === "string" || typeof b === "string")
      return sign * String(a).localeCompare(String(b), "en");
    return sign * (a - b) || one.place - other.place;
  });
}

const ALL_PATHS = "";

interface MapProps {
  readonly leagues: LeagueStore;
  readonly known: LeagueRuns;
  readonly stamp: () => readonly string[];
}

function WhoMetWhom({ leagues, known, stamp }: MapProps) {
  const id = useId();
  const [measure, setMeasure] = useState<LeagueMeasure>("share");
  const [chosen, setChosen] = useState(ALL_PATHS);
  const { paths } = known.league;
  const path = paths.findIndex((one) => one.id === chosen);
  const map = useMemo(() => leagueMap(known, measure, path < 0 ? null : path), [known, measure, path]);
  const links = useMatchLinks(leagues, known);
  return (
    <>
      <h2>Who met whom</h2>
      <p className="class__row">
        <Segments<LeagueMeasure>
          aria-label="Cells show"
          options={LEAGUE_MEASURES.map(({ id: value, short }) => ({ value, label: short }))}
          value={measure}
          onChoose={setMeasure}
        />
        <label htmlFor={id}>Path</label>
        <select
          id={id}
          className="menu"
          value={path < 0 ? ALL_PATHS : chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          <option value={ALL_PATHS}>{`mean over ${counted(paths.length, "path")}`}</option>
          {paths.map((one) => (
            <option key={one.id} value={one.id}>
              {one.label}
            </option>
          ))}
        </select>
      </p>
      <HeatMapChart map={map} links={links} stamp={stamp} />
      <p className="class__note">A press on a cell opens one of its runs on the bench.</p>
    </>
  );
}

function useMatchLinks(leagues: LeagueStore, known: LeagueRuns): RunLinks {
  const bench = useBench();
  return useMemo(() => {
    const scenarioOf = (key: string) => known.matches.find((match) => match.key === key)?.scenario ?? null;
    return {
      href: (key) => {
        const scenario = leagues.runs.readings.has(key) ? scenarioOf(key) : null;
        return scenario === null ? null : `#${scenarioToUrl(scenario)}`;
      },
      open: (key) => {
        const scenario = scenarioOf(key);
        if (scenario !== null) bench.openRun(scenario);
      },
    };
  }, [bench, leagues, known]);
}
