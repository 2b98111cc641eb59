/**
 * The declarative parameter schema. Every number that a user can set is declared once, next to the code that uses it.
 * Sliders, input fields, URL text, command-line options, validation messages and reference pages are derived from the
 * declaration.
 */

/** Units that a declaration may use. A stored value is a number in its declared unit. */
export type Unit = "s" | "ms" | "Mbps" | "B" | "ratio" | "count" | "segments" | "per-s";

interface ParamBase {
  /** Stable name: command-line option (`--max-burst`), URL key and key of `--flow`. Kebab case; never renamed. */
  readonly id: string;
  /** Usual symbol of the quantity, e.g. `β_ecn`; `_` starts a subscript. */
  readonly symbol?: string;
  readonly label: string;
  /** Help text of one sentence for users. */
  readonly help: string;
  /** Source of the parameter: "RFC 8511 §3.1". */
  readonly cite?: string;
  /** True (the default) if a running simulation can take a new value; otherwise `whyNotLive` gives the reason. */
  readonly live?: boolean;
  readonly whyNotLive?: string;
  /** True if the page shows the parameter only behind "details", because few users need it. */
  readonly detail?: boolean;
  /**
   * Present if this is the first parameter of its group that a user should try: the page highlights it if moving it
   * changes the run.
   */
  readonly main?: Main;
}

/** Conditions under which moving a main parameter changes the run; empty if moving it always changes the run. */
interface Main {
  /** True if the packets of the flow must be ECN-capable. */
  readonly onMarks?: true;
  /** Condition on the other values of the same group. */
  readonly acts?: (values: ParamValues) => boolean;
}

/** A number in a declared unit. */
export interface NumberParam extends ParamBase {
  readonly kind: "number";
  readonly unit: Unit;
  /** Default; `null` only if `noneLabel` is given. */
  readonly default: number | null;
  readonly min: number;
  readonly max: number;
  /** Step of the slider in the declared unit (linear scale); typed values may be finer unless `integer` is true. */
  readonly step: number;
  readonly scale: "linear" | "log";
  readonly integer?: boolean;
  /** Text for `null` ("end", "endless"); its presence allows `null`. */
  readonly noneLabel?: string;
  /** Ends of the slider if the allowed range would be too wide; typed values reach the rest. */
  readonly sliderMin?: number;
  readonly sliderMax?: number;
}

type Range = Pick<NumberParam, "default" | "min" | "max" | "step"> &
  Partial<Pick<NumberParam, "scale" | "integer" | "noneLabel" | "sliderMin" | "sliderMax">>;

/** Declares the numbers of a parameter on one line; the scale is linear by default. */
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

/** A value that is on or off. */
export interface BooleanParam extends ParamBase {
  readonly kind: "boolean";
  readonly default: boolean;
  /** Value and reason, if only one value makes sense. */
  readonly fixed?: { readonly value: boolean; readonly why: string };
}

/** A choice of an EnumParam. */
export interface EnumOption {
  readonly value: string;
  readonly label: string;
  readonly help: string;
  /** Heading under which options are listed, if there are many. */
  readonly group?: string;
}

/** One of several named choices. */
export interface EnumParam extends ParamBase {
  readonly kind: "enum";
  readonly default: string;
  readonly options: readonly EnumOption[];
  /** Returns true for further values that are accepted although menus do not list them. */
  readonly also?: (value: string) => boolean;
}

/** Text with a specific grammar, such as a pattern over time. */
export interface TextParam extends ParamBase {
  readonly kind: "text";
  readonly default: string;
  readonly maxLength: number;
  /** Description of the allowed texts, as a phrase: "empty, square:PERIOD:LOW or …". */
  readonly allowed: string;
  /** Returns the canonical text; null if the text cannot be read. */
  readonly read: (text: string) => string | null;
  /** Named examples to start from. */
  readonly examples?: readonly { readonly label: string; readonly text: string }[];
  /** Returns a short form for URLs if the text is too long; `read` accepts that form. */
  readonly inLink?: (text: string) => string;
  /** Returns a description of the text for users; null if the text itself is readable. */
  readonly inWords?: (text: string) => string | null;
  /** Returns what must be supplied before the text is allowed; null if nothing is missing. */
  readonly missing?: (text: string) => string | null;
  /** True if a file with a recorded capacity can be converted to this text. */
  readonly takesTrace?: true;
}

/** The declaration of a parameter of any kind. */
export type Param = NumberParam | SizeParam | BooleanParam | EnumParam | TextParam;

/** A parameter's value. `null` is allowed only for numbers with a `noneLabel`. */
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
  /** Noun for a sentence such as "its … was 3"; absent if the label fits. */
  readonly noun?: string;
  /** True if the probe is compared with cwnd: the cwnd plot draws it on request. */
  readonly besideCwnd?: true;
  /** Texts for a probe whose values 0, 1, … stand for states, for a sentence such as "it was …". */
  readonly states?: readonly string[];
}

/** A phase of a sender (slow start, PROBE_RTT, the convex region), declared once and recorded when it changes. */
export interface Phase {
  readonly id: string;
  /** Name: "PROBE_RTT", "congestion avoidance". */
  readonly label: string;
  /** Noun for a sentence such as "it was in the concave region"; absent if the label fits. */
  readonly noun?: string;
  /** Help text of one sentence: how cwnd changes in the phase. */
  readonly help: string;
  /** Colour of the phase, by its effect on the flow. */
  readonly tone: PhaseTone;
  /** True if the phase also applies in slow start and during loss recovery, because only the control sets cwnd. */
  readonly isWhole?: true;
  /** Number that accompanies a change to this phase: the control's α, or the plateau of the curve. */
  readonly value?: PhaseValue;
}

/**
 * Effect of a phase: the flow finds its rate for the first time, grows, holds, probes for more, decreases, recovers
 * from losses, or keeps a small window on purpose.
 */
export type PhaseTone = "start" | "grow" | "hold" | "push" | "back" | "repair" | "small";

/** The number that accompanies a phase. */
interface PhaseValue {
  readonly name: string;
  readonly unit: Unit;
}
