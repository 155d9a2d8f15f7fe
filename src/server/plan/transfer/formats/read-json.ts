export type JsonRecord = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value a text holds, or undefined where it is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A field that is written as text, or as a number where people write numbers for text. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textsOf = (value: unknown): string[] =>
  listOf(value)
    .map(textOf)
    .filter((text) => text.trim() !== '');

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0);

/** Any field as text a person can read; undefined where there is nothing to tell. */
export function showValue(value: unknown): string | undefined {
  if (isEmpty(value)) return undefined;
  if (Array.isArray(value) && value.every((entry) => textOf(entry) !== '')) return value.map(textOf).join(', ');
  const text = textOf(value);
  return text === '' ? showJson(value) : text;
}

/** A field that should be prose; where it is a list or an object, nothing of it is lost. */
export const proseOf = (value: unknown): string => showValue(value) ?? '';

/** Indented a line has as many blanks as levels above it, so that what nests deeply would grow without measure. */
const INDENTED_LEVELS = 6;

function showJson(value: unknown): string {
  try {
    return JSON.stringify(value, null, isDeeper(value, INDENTED_LEVELS) ? 0 : 2);
  } catch {
    return 'nested too deeply to be shown';
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((below) => isDeeper(below, levels - 1));
}
