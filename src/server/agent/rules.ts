import { TOOL_NAMES } from '#contract/tool-names.ts';
import { AppError } from '#server/platform/error.ts';

/** A token is taken as four bytes of text: what every budget of an answer is counted in. */
const BYTES_PER_TOKEN = 4;

/** A part of an answer. Lines that do not fit are left out, and that is said. */
export interface Part {
  /** What is worth most is given its room first; parts keep the order they stand in. */
  rank: number;
  title?: string;
  lines: readonly string[];
  /** What it is called when all of it is left out; else by its title. */
  label?: string;
  /** How many more there are that were not even read. */
  hidden?: number;
  /** How to get at what did not fit. */
  more?: (left: number) => string;
}

/** A line and the break behind it. */
const bytesOf = (text: string) => Buffer.byteLength(text) + 1;
const sizeOf = (lines: readonly string[]) => lines.reduce((sum, line) => sum + bytesOf(line), 0);
/** A line that is cut shorter than this says nothing. */
const LINE_MIN = 40;
/** What the line that names whole parts left out may take. */
const LEFT_OUT_BYTES = 160;

/**
 * Puts the parts together within a budget, the highest rank first. What is left out is said where it would stand, and
 * whole parts at the end, with how to get them.
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

/** As many lines of a part as there is room for, the last of them cut where that still says something. */
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
  // A single line shows by itself where it was cut.
  return lines.length === 1 && part.more === undefined ? kept : [...kept, more(lines.length - count + hidden)];
}

/**
 * The entries of a page that fit into a budget, each whole, and how to go on behind the last of them. At least one is
 * shown, cut if it must be: a page without any would never end.
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

/** The cursor follows what was shown: what had no room is on the next page. */
export const tellNext = (next: string | null): string | undefined =>
  next === null ? undefined : `(more: cursor=${next})`;

export function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,6}$/.test(cursor))
    throw new AppError('VALIDATION_ERROR', 'cursor must be the number that the page before ended with.');
  return Number(cursor);
}

const ELLIPSIS = '…';

/** A text that fits into so many bytes, with an ellipsis where it was cut, and never half a character. */
export function cutBytes(text: string, max: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= max) return text;
  let end = max - Buffer.byteLength(ELLIPSIS);
  if (end < 0) return '';
  // A byte that begins with the bits 10 goes on with the character before it.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return `${bytes.toString('utf8', 0, end)}${ELLIPSIS}`;
}

/** One line of a text that has many. */
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

/** What a client calls a command may be anything; in the log it is one short line of text that can be kept and shown. */
export const nameCommand = (sent: string): string =>
  sent
    .slice(0, COMMAND_MAX)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim() || 'unreadable';

const NAMES: ReadonlySet<string> = new Set(TOOL_NAMES);

/** One of few words for whatever was called: the tool, "protocol" for what clients say among themselves, or "other". */
export function commandClass(command: string): string {
  if (NAMES.has(command)) return command;
  return PROTOCOL.test(command) ? 'protocol' : 'other';
}
const PROTOCOL = /^(initialize|ping|(tools|resources|prompts|notifications|completion|logging|server)\/)/;

/** Methods of the protocol, of all its revisions that are answered here. */
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

/** Suspended, over a limit, or come during maintenance: nothing was done for such a call. */
export const isTurnedAway = (status: number): boolean => status === 403 || status === 429 || status === 503;

export function outcomeOf(status: number): 'ok' | 'refused' | 'limited' | 'failed' {
  if (status === 429) return 'limited';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}
