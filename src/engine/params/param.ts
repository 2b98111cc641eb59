/**
 * The declarative parameter schema. Every number that a user can set is declared once, next to the code that uses it.
 * Sliders, input fields, URL text, command-line options, validation messages and reference pages are derived from the
 * declaration.
 */

/** Units that a declaration may use. A stored value is a number in its declared unit. */
export type Unit = "s" | "ms" | "Mbps" | "B" | "ratio" | "count" | "segments" | "per-s";

interface ParamBase {
  /** Stable name in kebab case: command-line option (`--max-burst`), URL key and key of `--flow`. It must never be renamed. */
  readonly id: string;
  /** Usual symbol of the quantity, such as `β_ecn`; `_` starts a subscript. */
  readonly symbol?: string;
  readonly label: string;
  /** Help text of one sentence for users. */
  readonly help: string;
  /** Source of the parameter: "RFC 8511 §3.1". */
  readonly cite?: string;
  /** True (the default) if the value can change while a simulation runs. If false, `whyNotLive` gives the reason. */
  readonly live?: boolean;
  readonly whyNotLive?: string;
  /** True if the page shows the parameter only behind "details", because few users need it. */
  readonly detail?: boolean;
  /**
   * Present if this is the parameter of its group that a user should try first. The page highlights it while changing it would
   * change the run.
   */
  readonly main?: Main;
}

/** Conditions under which a change of a main parameter changes the run. Without conditions it always does. */
interface Main {
  /** True if the packets of the flow must be ECN-capable. */
  readonly onMarks?: true;
  /** Returns true if the other values of the same group let this parameter have an effect. */
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
  /** Step of a linear slider, in the declared unit. Typed values may be finer unless `integer` is true. */
  readonly step: number;
  readonly scale: "linear" | "log";
  readonly integer?: boolean;
  /** Text shown for the value `null` ("end", "endless"). `null` is allowed only if this text is present. */
  readonly noneLabel?: string;
  /**
   * Lower end of the slider, if the whole allowed range would be too wide; `sliderMax` is the upper end. Typed values may lie
   * outside the slider.
   */
  readonly sliderMin?: number;
  readonly sliderMax?: number;
}

type Range = Pick<NumberParam, "default" | "min" | "max" | "step"> &
  Partial<Pick<NumberParam, "scale" | "integer" | "noneLabel" | "sliderMin" | "sliderMax">>;

/** Declares a number's default, range, step and scale on one line. The scale is linear unless given. */
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
  /** If only one value makes sense: that value and the reason. */
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
  /** Returns true for values that are accepted although menus do not list them. */
  readonly also?: (value: string) => boolean;
}

/** A text with a grammar of its own, such as a pattern over time. */
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
  /** Returns a short form for URLs if the text is too long for a URL. `read` accepts the short form. */
  readonly inLink?: (text: string) => string;
  /** Returns a description of the text for users; null if the text is readable without one. */
  readonly inWords?: (text: string) => string | null;
  /** Returns a message that names what must be supplied before the text is allowed; null if nothing is missing. */
  readonly missing?: (text: string) => string | null;
  /** True if a file with a recorded capacity can be converted to this text. */
  readonly takesTrace?: true;
}

/** The declaration of a parameter of any kind. */
export type Param = NumberParam | SizeParam | BooleanParam | EnumParam | TextParam;

/** A parameter's value. `null` is allowed only for numbers with a `noneLabel`. */
export type ParamValue = number | string | boolean | null;

/** Parameter values by id. In a validated Scenario every declared parameter has a value. */
export type ParamValues = Readonly<Record<string, ParamValue>>;

/** A quantity inside an algorithm (PIE's p, CoDel's count), declared once and recorded during the run. */
export interface Probe {
  readonly id: string;
  readonly symbol?: string;
  readonly label: string;
  readonly unit: Unit;
  readonly help: string;
  /** Noun for sentences of the form "its … was 3"; absent if the label can be used. */
  readonly noun?: string;
  /** True if it is useful to compare the probe with cwnd. The cwnd plot then draws it on request. */
  readonly besideCwnd?: true;
  /** Names of the states, if the values 0, 1, … stand for states. They are used in sentences of the form "it was …". */
  readonly states?: readonly string[];
}

/** A phase of a sender (slow start, PROBE_RTT, the convex region), declared once and recorded when it changes. */
export interface Phase {
  readonly id: string;
  /** Name: "PROBE_RTT", "congestion avoidance". */
  readonly label: string;
  /** Noun for sentences such as "it was in the concave region"; absent if the label can be used. */
  readonly noun?: string;
  /** Help text of one sentence: how cwnd changes in the phase. */
  readonly help: string;
  /** Colour of the phase, by its effect on the flow. */
  readonly tone: PhaseTone;
  /** True if the phase can also apply in slow start and during loss recovery, because only the control sets cwnd. */
  readonly isWhole?: true;
  /** Number that is recorded when the phase starts, for example the control's α or the plateau of the curve. */
  readonly value?: PhaseValue;
}

/**
 * Effect of a phase. `start`: the flow looks for its rate for the first time; `grow`; `hold`; `push`: it probes for more; `back`:
 * it decreases; `repair`: it recovers from losses; `small`: it keeps a small window on purpose.
 */
export type PhaseTone = "start" | "grow" | "hold" | "push" | "back" | "repair" | "small";

/** The number that is recorded when a phase starts. */
interface PhaseValue {
  readonly name: string;
  readonly unit: Unit;
}
