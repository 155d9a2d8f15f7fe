import { TOOL_NAMES } from '#contract/tool-names.ts';
import { AppError } from '#server/platform/error.ts';

/** Token budgets are estimated at four bytes per token. */
const BYTES_PER_TOKEN = 4;

/** A section of an answer. Lines beyond the budget are left out, and the answer says so. */
export interface Part {
  /** The part with the lowest number gets its space first; the order of output is the order given. */
  rank: number;
  title?: string;
  lines: readonly string[];
  /** Its name when it is left out entirely; defaults to the title. */
  label?: string;
  /** Number of further items that were not loaded. */
  hidden?: number;
  /** How to get what was left out. */
  more?: (left: number) => string;
}

/** A line and its newline. */
const bytesOf = (text: string) => Buffer.byteLength(text) + 1;
const sizeOf = (lines: readonly string[]) => lines.reduce((sum, line) => sum + bytesOf(line), 0);
/** A line cut shorter than this is left out. */
const LINE_MIN = 40;
/** Reserved for the line that names the sections left out. */
const LEFT_OUT_BYTES = 160;

/**
 * Composes sections within a token budget, the lowest rank number first. What is left out is said in its place, and
 * whole sections at the end, with how to get them.
 */
export function composeAnswer(parts: readonly Part[], budget: number, hint = 'ask for less at once'): string {
  const room = budget * BYTES_PER_TOKEN;
  const filled = parts.filter(({ lines }) => lines.length > 0);
  const whole = filled.flatMap(linesOf);
  if (sizeOf(whole) <= room) return whole.join('\n');
  const end = Math.min(LEFT_OUT_BYTES, Math.floor(room / 4));
  let left = room - end;
  const shown = new Map<Part, string[]>();
  for (const part of filled.toSorted((a, b) => a.rank - b.rank)) {
    const lines = fitPart(part, left);
    if (lines.length === 0) continue;
    shown.set(part, lines);
    left -= sizeOf(lines);
  }
  const missing = filled.filter((part) => !shown.has(part)).map(nameOf);
  const last = missing.length === 0 ? [] : [cutBytes(`(left out: ${missing.join(', ')}; ${hint})`, end - 1)];
  return [...filled.flatMap((part) => shown.get(part) ?? []), ...last].join('\n');
}

const sayHowMany = (left: number): string => `(${left} more)`;

const linesOf = ({ title, lines, hidden = 0, more = sayHowMany }: Part): string[] => [
  ...(title === undefined ? [] : [title]),
  ...lines,
  ...(hidden > 0 ? [more(hidden)] : []),
];

const nameOf = ({ label, title }: Part): string => label ?? (title ?? 'more').replace(/:$/, '').toLowerCase();

/** As many lines as fit, the last one truncated if enough of it remains. */
function fitPart(part: Part, room: number): string[] {
  const whole = linesOf(part);
  if (sizeOf(whole) <= room) return whole;
  const { title, lines, hidden = 0, more = sayHowMany } = part;
  const kept = title === undefined ? [] : [title];
  let left = room - sizeOf(kept) - bytesOf(more(lines.length + hidden));
  let count = 0;
  for (const line of lines) {
    if (bytesOf(line) > left) {
      if (left > LINE_MIN) kept.push(cutBytes(line, left - 1));
      break;
    }
    kept.push(line);
    left -= bytesOf(line);
    count += 1;
  }
  if (kept.length === (title === undefined ? 0 : 1)) return [];
  // A single truncated line needs no further remark.
  return lines.length === 1 && part.more === undefined ? kept : [...kept, more(lines.length - count + hidden)];
}

/**
 * As many whole entries as fit into the budget, and the cursor after the last of them. At least one, truncated if
 * necessary: an empty page would never make progress.
 */
export function composePage(
  entries: readonly string[],
  budget: number,
  more: (shown: number) => string | undefined,
): { text: string; shown: number } {
  let left = budget * BYTES_PER_TOKEN - Math.max(bytesOf(more(1) ?? ''), bytesOf(more(entries.length) ?? '')) - 1;
  let shown = 0;
  for (const entry of entries) {
    if (bytesOf(entry) > left) break;
    left -= bytesOf(entry);
    shown += 1;
  }
  const kept = shown === 0 ? entries.slice(0, 1).map((entry) => cutBytes(entry, left - 1)) : entries.slice(0, shown);
  const last = more(kept.length);
  return { text: [...kept, ...(last === undefined ? [] : [last])].join('\n'), shown: kept.length };
}

/** The cursor points after the last entry shown, so that what did not fit is on the next page. */
export const tellNext = (next: string | null): string | undefined =>
  next === null ? undefined : `(more: cursor=${next})`;

export function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,6}$/.test(cursor))
    throw new AppError('VALIDATION_ERROR', 'cursor must be the number that the page before ended with.');
  return Number(cursor);
}

const ELLIPSIS = '…';

/** Truncates to a number of bytes with an ellipsis, never inside a UTF-8 sequence. */
export function cutBytes(text: string, max: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= max) return text;
  let end = max - Buffer.byteLength(ELLIPSIS);
  if (end < 0) return '';
  // UTF-8 continuation bytes begin with the bits 10.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return `${bytes.toString('utf8', 0, end)}${ELLIPSIS}`;
}

/** Collapses white space and truncates. */
export const oneLine = (text: string, max = 160): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= max) return line;
  const cut = line.slice(0, max - 1);
  return `${(cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd()}${ELLIPSIS}`;
};

/** "14:02", or with the day when it was another one. */
export function clockOf(instant: string, now: Date): string {
  const at = new Date(instant).toISOString();
  const isToday = at.slice(0, 10) === now.toISOString().slice(0, 10);
  return isToday ? at.slice(11, 16) : `${at.slice(5, 10)} ${at.slice(11, 16)}`;
}

const COMMAND_MAX = 100;

/** Command names are arbitrary client input; logged as one short printable line. */
export const nameCommand = (sent: string): string =>
  sent
    .slice(0, COMMAND_MAX)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim() || 'unreadable';

const NAMES: ReadonlySet<string> = new Set(TOOL_NAMES);

/** A label of bounded cardinality: the tool, "protocol" for methods of MCP, or "other". */
export function commandClass(command: string): string {
  if (NAMES.has(command)) return command;
  return PROTOCOL.test(command) ? 'protocol' : 'other';
}
const PROTOCOL = /^(initialize|ping|(tools|resources|prompts|notifications|completion|logging|server)\/)/;

/** Methods of all supported revisions of MCP. */
const METHODS: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'tools/call',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'resources/subscribe',
  'resources/unsubscribe',
  'subscriptions/listen',
  'completion/complete',
  'logging/setLevel',
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/roots/list_changed',
]);

export const isMethod = (command: string): boolean => METHODS.has(command);

/** Suspended, rate-limited, or maintenance: no work was done for such a call. */
export const isTurnedAway = (status: number): boolean => status === 403 || status === 429 || status === 503;

export function outcomeOf(status: number): 'ok' | 'refused' | 'limited' | 'failed' {
  if (status === 429) return 'limited';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}
