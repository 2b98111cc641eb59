/** Whether a fetched file is a stored outcome: all that is drawn from must be there, so that a torn or foreign file is refused whole. */
import type { StoredOutcome } from "../../experiments/experiment.ts";

type Fields = Readonly<Record<string, unknown>>;

export function isStored(value: unknown): value is StoredOutcome {
  return (
    isObject(value) &&
    value.schema === 1 &&
    hasTexts(value, "id", "version", "digest") &&
    (value.size === "quick" || value.size === "full") &&
    typeof value.jobs === "number" &&
    typeof value.packets === "number" &&
    isOutcome(value.outcome)
  );
}

function isOutcome(value: unknown): boolean {
  return (
    isObject(value) &&
    isListOf(value.figures, isFigure) &&
    isListOf(value.heatMaps, isHeatMap) &&
    isListOf(value.tables, isTable) &&
    isListOf(value.claims, isClaim)
  );
}

function isFigure(figure: Fields): boolean {
  return (
    hasTexts(figure, "id", "title", "kind") &&
    isAxis(figure.x) &&
    isAxis(figure.y) &&
    isListOf(figure.series, isSeries)
  );
}

function isSeries(series: Fields): boolean {
  return hasTexts(series, "label") && Array.isArray(series.x) && Array.isArray(series.y);
}

function isHeatMap(map: Fields): boolean {
  return (
    hasTexts(map, "id", "title", "label", "unit") &&
    isAxis(map.x) &&
    isAxis(map.y) &&
    [map.xs, map.ys].every(Array.isArray) &&
    [map.values, map.jobs].every(isListOfLists)
  );
}

function isTable(table: Fields): boolean {
  return hasTexts(table, "id", "title") && Array.isArray(table.head) && isListOfLists(table.rows);
}

/** `basis` came later: files without it are the paper's claims throughout. */
function isClaim(claim: Fields): boolean {
  return (
    hasTexts(claim, "id", "text", "paper", "ours", "tolerance") &&
    typeof claim.holds === "boolean" &&
    (claim.basis === undefined || claim.basis === "ours")
  );
}

function isAxis(value: unknown): boolean {
  return isObject(value) && hasTexts(value, "label", "unit", "scale");
}

function hasTexts(value: Fields, ...names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === "string");
}

function isListOf(value: unknown, isOne: (one: Fields) => boolean): boolean {
  return Array.isArray(value) && value.every((one) => isObject(one) && isOne(one));
}

function isListOfLists(value: unknown): boolean {
  return Array.isArray(value) && value.every(Array.isArray);
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
