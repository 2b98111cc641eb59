/**
 * The declarative parameter schema. Every number a person can set is declared once, beside the code that uses it;
 * sliders, typed fields, URL text, CLI flags, validation messages and reference pages are derived from it.
 */

/** Unit names a declaration may use. A stored value is a number in its declared unit. */
export type Unit = "s" | "ms" | "Mbps" | "B" | "ratio" | "count" | "segments" | "per-s";

interface ParamBase {
  /** Stable name: CLI flag (`--max-burst`), URL key and key of `--flow`. Kebab case, never renamed. */
  readonly id: string;
  /** The field's symbol where it has one, e.g. `β_ecn`; `_` starts a subscript. */
  readonly symbol?: string;
  readonly label: string;
  /** One sentence for people. */
  readonly help: string;
  /** Where it comes from: "RFC 8511 §3.1". */
  readonly cite?: string;
  /** Whether a running simulation can take a new value; where not, `whyNotLive` says why. Default true. */
  readonly live?: boolean;
  readonly whyNotLive?: string;
  /** Shown behind "details": few people need it. */
  readonly detail?: boolean;
  /** The one to try first of its group: the page lights it, where moving it changes the run. */
  readonly main?: Main;
}

/** When moving a main parameter changes the run; empty: always. */
export interface Main {
  /** Only where packets of its flow can be marked. */
  readonly onMarks?: true;
  /** By the other values beside it. */
  readonly acts?: (values: ParamValues) => boolean;
}

export interface NumberParam extends ParamBase {
  readonly kind: "number";
  readonly unit: Unit;
  /** `null` only where `noneLabel` is given. */
  readonly default: number | null;
  readonly min: number;
  readonly max: number;
  /** Slider step in the declared unit (linear scale); typed values may be finer unless `integer`. */
  readonly step: number;
  readonly scale: "linear" | "log";
  readonly integer?: boolean;
  /** The word for `null` ("end", "endless"); its presence allows `null`. */
  readonly noneLabel?: string;
  /** Ends of the slider where all that is allowed would be too wide for one; typed values reach the rest. */
  readonly sliderMin?: number;
  readonly sliderMax?: number;
}

type Range = Pick<NumberParam, "default" | "min" | "max" | "step"> &
  Partial<Pick<NumberParam, "scale" | "integer" | "noneLabel" | "sliderMin" | "sliderMax">>;

/** The numbers of a declaration, on one line; the scale is linear unless it says otherwise. */
export function range<T extends Range>(numbers: T): T & Pick<NumberParam, "kind" | "scale"> {
  return { kind: "number", scale: "linear", ...numbers };
}

/** A length in packets or bytes, stored as canonical text: "1000p" or "168000B". */
export interface SizeParam extends ParamBase {
  readonly kind: "size";
  readonly default: string;
  readonly minPackets: number;
  readonly maxPackets: number;
  readonly minBytes: number;
  readonly maxBytes: number;
}

export interface BooleanParam extends ParamBase {
  readonly kind: "boolean";
  readonly default: boolean;
  /** Where only one value makes sense: that one, and why. */
  readonly fixed?: { readonly value: boolean; readonly why: string };
}

export interface EnumOption {
  readonly value: string;
  readonly label: string;
  readonly help: string;
  /** Options of one group stand together under its name, where there are many. */
  readonly group?: string;
}

export interface EnumParam extends ParamBase {
  readonly kind: "enum";
  readonly default: string;
  readonly options: readonly EnumOption[];
  /** What may be chosen beyond what menus list. */
  readonly also?: (value: string) => boolean;
}

/** Text with a grammar of its own, e.g. a pattern over time. */
export interface TextParam extends ParamBase {
  readonly kind: "text";
  readonly default: string;
  readonly maxLength: number;
  /** What may be written, as a phrase: "empty, square:PERIOD:LOW or …". */
  readonly allowed: string;
  /** The canonical text, or null when it cannot be read. */
  readonly read: (text: string) => string | null;
  /** Texts to start from, each with a name. */
  readonly examples?: readonly { readonly label: string; readonly text: string }[];
  /** What a link holds of a text that is too long for it; `read` knows it again. */
  readonly inLink?: (text: string) => string;
  /** The text for people, where it is not itself for people; null: it is. */
  readonly inWords?: (text: string) => string | null;
  /** What a text lacks that would be allowed otherwise; null: nothing. */
  readonly missing?: (text: string) => string | null;
  /** The file of a link's recorded capacity can be made such a text. */
  readonly takesTrace?: true;
}

export type Param = NumberParam | SizeParam | BooleanParam | EnumParam | TextParam;

export type ParamValue = number | string | boolean | null;

/** Values by parameter id. In a validated Scenario every declared id is present. */
export type ParamValues = Readonly<Record<string, ParamValue>>;

/** An observable of an algorithm (PIE's p, CoDel's count), declared once and recorded by the recorder. */
export interface Probe {
  readonly id: string;
  readonly symbol?: string;
  readonly label: string;
  readonly unit: Unit;
  readonly help: string;
  /** In a sentence, "its … was 3", where the label would not do. */
  readonly noun?: string;
  /** Compared with cwnd: the cwnd plot draws it on request. */
  readonly besideCwnd?: true;
  /** Of one that counts states: what "it was" at 0, 1, … */
  readonly states?: readonly string[];
}

/** Something a sender does for a while (slow start, PROBE_RTT, the convex region), declared once and recorded when it changes. */
export interface Phase {
  readonly id: string;
  /** "PROBE_RTT", "congestion avoidance". */
  readonly label: string;
  /** In a sentence, "it was in the concave region", where the label would not do. */
  readonly noun?: string;
  /** One sentence: what happens to cwnd in it. */
  readonly help: string;
  /** How it is painted, by what it does to the flow. */
  readonly tone: PhaseTone;
  /** True: it holds in slow start and while a loss is repaired, too, because the control sets cwnd alone. */
  readonly isWhole?: true;
  /** The number that a change to this phase carries: the control's α, the plateau of the curve. */
  readonly value?: PhaseValue;
}

/** Finds its rate for the first time, grows, holds, pushes for more, goes back, repairs, or is small on purpose. */
export type PhaseTone = "start" | "grow" | "hold" | "push" | "back" | "repair" | "small";

export interface PhaseValue {
  readonly name: string;
  readonly unit: Unit;
}
