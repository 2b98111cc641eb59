/** The answer to a question: what happened, by which rule, and what happened afterwards. */

import { type RefObject, useEffect, useId, useRef } from "react";
import {
  joined,
  programLabel,
  type Question,
  queueOfLink,
  type Story,
  type StoryPart,
  type StoryRule,
} from "../../../engine/index.ts";
import { useGuideParts } from "../../bench/feature.ts";
import { entryOf } from "../../core/choices.ts";
import { type RunView, zoomOf } from "../../core/run-view.ts";
import { durationOf } from "../../core/store.ts";
import { useBench } from "../../core/use-store.ts";
import { showCard } from "../../parts/algorithm-card.ts";
import { clampView, wholeView } from "../../plots/gestures.ts";
import { Button, IconButton } from "../../shared/Button.tsx";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { numbered } from "../../shared/chart/chart-model.ts";
import { GlossaryText } from "../../shared/glossary/GlossaryText.tsx";
import { WORD_STOPS } from "../../shared/glossary/TermWord.tsx";
import { LazyPlace } from "../../shared/lazy.tsx";
import { useRovingTabindex } from "../../shared/roving-tabindex.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { type Asked, askingOf, EventsButton } from "./asking.tsx";
import { useGivenFocus } from "./EventList.tsx";
import "./story.css";

interface StoryCardProps {
  readonly asked: Asked;
  readonly run: RunView;
}

export function StoryCard({ asked, run }: StoryCardProps) {
  const { story, error, busy, question } = asked;
  const card = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const words = useRovingTabindex(...WORD_STOPS);
  useGivenFocus(card, heading, question);
  usePlotsInSight(card, story);
  return (
    <section className="why__card" ref={card} aria-labelledby={titleId} aria-busy={busy}>
      <header className="why__head">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {story === null ? "Why?" : `Why? ${story.title}`}
        </h2>
        <CardButtons story={story} busy={busy} />
      </header>
      <div className="why__text" ref={words}>
        {error !== null && <p role="alert">{`There is no answer: ${error}`}</p>}
        {story === null && busy && <p>The run is simulated again up to that moment …</p>}
        {story !== null && error === null && <Told question={question} story={story} run={run} />}
      </div>
    </section>
  );
}

function CardButtons({ story, busy }: { readonly story: Story | null; readonly busy: boolean }) {
  const bench = useBench();
  const asking = askingOf(bench);
  const turn = (direction: 1 | -1, question: Question | null | undefined) => {
    const [way, key] = direction === 1 ? ["Next", "."] : ["Previous", ","];
    const label = `${way} of this kind`;
    const none = story !== null && question === null;
    return (
      <IconButton
        icon={direction === 1 ? "nextMark" : "previousMark"}
        className="quiet"
        label={label}
        title={none ? `There is no ${way.toLowerCase()} event of this kind` : `${label} (${key})`}
        aria-disabled={busy || !question}
        onClick={() => asking.step(direction)}
      />
    );
  };
  return (
    <span className="why__buttons">
      {turn(-1, story?.previous)}
      {turn(1, story?.next)}
      <IconButton
        icon="close"
        className="quiet"
        label="Close"
        title="Close (Esc)"
        onClick={() => asking.close()}
      />
    </span>
  );
}

function Told({ question, story, run }: StoryProps) {
  return (
    <>
      {numbered(story.sentences).map(([place, parts]) => (
        <Sentence key={place} parts={parts} />
      ))}
      {story.rules.length > 0 && (
        <dl className="why__rules">
          {numbered(story.rules).map(([place, rule]) => (
            <Rule key={place} rule={rule} question={story.question} run={run} />
          ))}
        </dl>
      )}
      {story.chain.length > 0 && <Chain story={story} />}
      <Acts question={question} story={story} run={run} />
    </>
  );
}

/** Returns a fact as plain text, because only moments are buttons on this card. */
const shown = (part: StoryPart): StoryPart =>
  typeof part === "string" || part.atS !== undefined ? part : part.text;

function Sentence({ parts }: { readonly parts: readonly StoryPart[] }) {
  const { player } = useBench();
  return (
    <p>
      {numbered(joined(parts.map(shown))).map(([place, part]) =>
        typeof part === "string" ? (
          <GlossaryText key={place} text={part} />
        ) : (
          <button key={place} type="button" className="link" onClick={() => player.seek(part.atS ?? 0)}>
            <SymbolText text={part.text} />
          </button>
        ),
      )}
    </p>
  );
}

interface RuleProps {
  readonly rule: StoryRule;
  readonly question: Question;
  readonly run: RunView;
}

function Rule({ rule, question, run }: RuleProps) {
  const bench = useBench();
  const registry = rule.kind === "aqm" ? "queues" : "senders";
  const own = programLabel(rule.algorithm, run.scenario.programs);
  if (own !== undefined)
    return (
      <div>
        <dt translate="no">{own}</dt>
        <dd translate="no">{rule.formula}</dd>
      </div>
    );
  const { label } = entryOf(registry, rule.algorithm);
  return (
    <div>
      <dt>
        <button
          type="button"
          className="link"
          aria-haspopup="dialog"
          onClick={() =>
            showCard(bench, {
              registry,
              id: rule.algorithm,
              flow: groupOf(question, run),
              link: linkOf(question, run),
            })
          }
        >
          <SymbolText text={label} />
        </button>
      </dt>
      <dd>
        <GlossaryText text={rule.formula} />
      </dd>
    </div>
  );
}

/** Returns the flow group that "Use it" on the card would change. A single group stands for all. */
function groupOf(question: Question, { scenario, snapshot }: RunView): number | null {
  if (scenario.flows.length < 2 || question.kind === "packet" || question.flow === null) return null;
  return snapshot.results.flows[question.flow]?.group ?? null;
}

function linkOf(question: Question, { scenario, snapshot, link }: RunView): string | null {
  const index = "link" in question ? question.link : link;
  const { id } = snapshot.links[index];
  return queueOfLink(scenario, id) === scenario.queue ? null : id;
}

/** The numbered moments of the explanation. The same numbers are on the plots. */
function Chain({ story }: { readonly story: Story }) {
  const { player } = useBench();
  return (
    <ol className="why__chain">
      {numbered(story.chain).map(([place, { atS, label }]) => (
        <li key={place}>
          <button type="button" onClick={() => player.seek(atS)}>
            <SymbolText text={label} />
            <span className="why__time">{` ${atS.toFixed(3)} s`}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Margin on each side of the range that the plots zoom to, as a share of the view. */
const AIR = 0.25;
const SHORTEST_S = 0.2;

function Acts({ question, story, run }: StoryProps) {
  const bench = useBench();
  const { store, url } = bench;
  const Buttons = useGuideParts()?.AnswerButtons;
  const lookClosely = () => {
    const times = timesOf(story);
    const [first, last] = [Math.min(...times), Math.max(...times)];
    const air = Math.max(SHORTEST_S, (last - first) * AIR);
    const view = clampView({ fromS: first - air, toS: last + air }, wholeView(run));
    store.set(({ view: now, scenario }) => ({ view: { ...now, zoom: zoomOf(view, durationOf(scenario)) } }));
  };
  return (
    <p className="why__acts">
      <Button look="small" onClick={lookClosely}>
        Zoom to this event
      </Button>
      <CopyButton look="small" text={url.sharedLink()} label="Copy link of this story" />
      <EventsButton />
      {Buttons && (
        <LazyPlace part="The answers of the guide">
          <Buttons question={question} title={story.title} />
        </LazyPlace>
      )}
    </p>
  );
}

interface StoryProps {
  /** The question that is open, which may be newer than the story. */
  readonly question: Question;
  readonly story: Story;
  readonly run: RunView;
}

function timesOf({ question, chain, atS }: Story): number[] {
  if ("toS" in question) return [question.fromS, question.toS];
  return [atS, ...chain.map((moment) => moment.atS)];
}

/**
 * Scrolls the plots of an answer into the upper part of a small screen when the answer covers the lower part. Runs
 * again when `occasion` changes, that is, for a different question.
 */
function usePlotsInSight(card: RefObject<HTMLElement | null>, occasion: unknown): void {
  useEffect(() => {
    void occasion;
    const sheet = card.current?.parentElement;
    const plots = document.querySelector(".plots")?.getBoundingClientRect();
    if (!sheet || plots === undefined || getComputedStyle(sheet).position !== "fixed") return;
    const headBottom = document.querySelector(".head")?.getBoundingClientRect().bottom ?? 0;
    const isInSight = plots.top >= headBottom && plots.bottom <= sheet.getBoundingClientRect().top;
    if (!isInSight) window.scrollBy({ top: plots.top - headBottom, behavior: "instant" });
  }, [card, occasion]);
}
