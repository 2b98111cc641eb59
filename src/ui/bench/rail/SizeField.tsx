/** A length in packets or in bytes: a number, a unit menu and a logarithmic slider. The stored text is "1000p" or "168000B". */
import { formatValue, type NumberParam, parseTyped, type SizeParam } from "../../../engine/index.ts";
import { Slider } from "../../shared/Slider.tsx";
import { stepped } from "../../shared/slider-scale.ts";
import { ControlHead, FieldNotes, type FieldProps, useFieldFrame } from "./ControlHead.tsx";
import { longestChars, ValueField } from "./ValueField.tsx";

type SizeUnit = "p" | "B";

/** Bytes of a full packet on the wire, for converting between the units. */
const BYTES_PER_PACKET = 1500;

function readSize(value: string): { count: number; unit: SizeUnit } {
  return { count: Number.parseFloat(value), unit: value.endsWith("p") ? "p" : "B" };
}

/** Returns the same length in the other unit, limited to what is allowed there. */
function inUnit(param: SizeParam, value: string, unit: SizeUnit): string {
  const { count, unit: from } = readSize(value);
  if (from === unit) return value;
  const converted = unit === "p" ? Math.round(count / BYTES_PER_PACKET) : count * BYTES_PER_PACKET;
  const { min, max } = scaleOf(param, unit);
  return `${Math.min(max, Math.max(min, converted))}${unit}`;
}

/** Returns the slider's scale: the range of the unit, as a logarithmic integer. */
function scaleOf(param: SizeParam, unit: SizeUnit): NumberParam {
  const packets = unit === "p";
  const [min, max] = packets ? [param.minPackets, param.maxPackets] : [param.minBytes, param.maxBytes];
  const { id, label, help } = param;
  return {
    kind: "number",
    id,
    label,
    help,
    unit: "count",
    default: min,
    min,
    max,
    step: 1,
    scale: "log",
    integer: true,
  };
}

export function SizeField(props: FieldProps<SizeParam>) {
  const { param, value, pinned, compact, onPreview } = props;
  const { set, head, field, slider, notes } = useFieldFrame(props);
  const { count, unit } = readSize(String(value));
  const scale = scaleOf(param, unit);
  const onText = (text: string) => {
    const read = parseTyped(param, /[a-z]/i.test(text) ? text : `${text}${unit}`);
    if ("error" in read) return read.error;
    set(String(read.value));
    return null;
  };
  const pinnedSize = typeof pinned === "string" ? readSize(pinned) : null;
  return (
    <>
      <ControlHead {...head}>
        <ValueField
          {...field}
          isStop={compact}
          text={String(count)}
          chars={longestChars(scale)}
          unit={
            <select
              className="field__select"
              aria-label={`${param.label}: unit`}
              value={unit}
              aria-disabled={field.disabled}
              aria-describedby={field.helpId}
              onChange={({ currentTarget }) =>
                field.disabled || set(inUnit(param, String(value), currentTarget.value as SizeUnit))
              }
            >
              <option value="p">packets</option>
              <option value="B">bytes</option>
            </select>
          }
          onText={onText}
          onStep={(direction) => set(`${stepped(scale, count, direction)}${unit}`)}
        />
      </ControlHead>
      {!compact && (
        <Slider
          {...slider}
          param={scale}
          value={count}
          valueText={formatValue(param, value)}
          pinned={pinnedSize?.unit === unit ? pinnedSize.count : null}
          onPreview={(next) => onPreview(`${next}${unit}`)}
        />
      )}
      <FieldNotes {...notes} />
    </>
  );
}
