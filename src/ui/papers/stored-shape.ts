/** Whether a fetched file is a stored outcome: all that is drawn from must be there, so that a torn or foreign file is refused whole. */
import type { StoredOutcome } from "../../experiments/experiment.ts";

type Fields = Readonly<Record<string, unknown>>;

export function isStored(value: unknown): value is StoredOutcome {
  return (
    isObject(value) &&
    value.schema === 1 &&
    hasTexts(value, "id", "version", "digest") &&
    (value.size === "quick" || value.size === "full") &&
    [value.jobs, value.packets].every(isNumber) &&
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
    hasTexts(figure, "id", "title") &&
    isAmong(["lines", "steps", "points"], figure.kind) &&
    isAxis(figure.x) &&
    isAxis(figure.y) &&
    isListOf(figure.series, isSeries)
  );
}

function isSeries({ label, x, y, low, high, jobs, covers, source }: Fields): boolean {
  return (
    isText(label) &&
    isListing(x, isNumber) &&
    [y, low ?? [], high ?? []].every((list) => isListing(list, isReading)) &&
    isListing(jobs ?? [], isKey) &&
    isListing(covers ?? [], isText) &&
    isAmong(["ours", "paper", "model", undefined], source)
  );
}

function isHeatMap({ covers = [], ...map }: Fields): boolean {
  return (
    hasTexts(map, "id", "title", "label", "unit") &&
    isAxis(map.x) &&
    isAxis(map.y) &&
    [map.xs, map.ys].every((list) => isListing(list, isNumber)) &&
    isListing(map.values, (row) => isListing(row, isReading)) &&
    isListing(map.jobs, (row) => isListing(row, isKey)) &&
    isListing(covers, (row) => isListing(row, isText))
  );
}

function isTable(table: Fields): boolean {
  const isCell = (value: unknown) => isText(value) || isReading(value);
  return (
    hasTexts(table, "id", "title") &&
    isListing(table.head, isText) &&
    isListing(table.rows, (row) => isListing(row, isCell))
  );
}

/** `basis` came later: files without it are the paper's claims throughout. */
function isClaim(claim: Fields): boolean {
  return (
    hasTexts(claim, "id", "text", "paper", "ours", "tolerance") &&
    typeof claim.holds === "boolean" &&
    isAmong(["ours", undefined], claim.basis) &&
    isText(claim.cause ?? "")
  );
}

function isAxis(value: unknown): boolean {
  return (
    isObject(value) &&
    hasTexts(value, "label", "unit") &&
    isAmong(["linear", "log"], value.scale) &&
    [value.from ?? 0, value.to ?? 0].every(isNumber)
  );
}

const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => Number.isFinite(value);
const isReading = (value: unknown) => value === null || isNumber(value);
const isKey = (value: unknown) => value === null || isText(value);

function isAmong(known: readonly unknown[], value: unknown): boolean {
  return known.includes(value);
}

function hasTexts(value: Fields, ...names: readonly string[]): boolean {
  return names.every((name) => isText(value[name]));
}

function isListing(value: unknown, isOne: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}

function isListOf(value: unknown, isOne: (one: Fields) => boolean): boolean {
  return Array.isArray(value) && value.every((one) => isObject(one) && isOne(one));
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
