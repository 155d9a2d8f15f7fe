import type { Id } from '#contract/fields.ts';
import type { RunWorker } from '#contract/run.ts';

/** An agent as its runner says, without what this server keeps of its output. */
export type HeardWorker = Omit<RunWorker, 'tail' | 'lines' | 'moved_at'>;

/** What one beat says of one agent, or of the run alone. */
export interface RelayMessage {
  project: Id;
  run: Id;
  at: string;
  worker: HeardWorker | null;
  has_moved: boolean;
  lines: { from: number; text: string } | null;
}

/** PostgreSQL takes less than 8,000 bytes in a notification, and its topic stands before it. */
const MESSAGE_BYTES_MAX = 7_800;
const WORKTREE_MAX = 500;
const WORD_MAX = 120;

/**
 * The message as JSON that fits whatever its content: the oldest lines are dropped first, then long lines and words are
 * cut. Never the JSON itself.
 */
export function packMessage(message: RelayMessage): string {
  const whole = JSON.stringify(message);
  if (fits(whole)) return whole;
  const worker =
    message.worker === null ? null : { ...message.worker, worktree: cut(message.worker.worktree, WORKTREE_MAX) };
  let lines = message.lines;
  for (;;) {
    const packed = JSON.stringify({ ...message, worker, lines });
    if (fits(packed)) return packed;
    if (lines === null) break;
    lines = shorten(lines);
  }
  return JSON.stringify({ ...message, worker: worker && shortenWords(worker), lines: null });
}

const shortenWords = (worker: HeardWorker): HeardWorker => ({
  ...worker,
  worktree: null,
  branch: cut(worker.branch, WORD_MAX),
  title: cut(worker.title, WORD_MAX),
  note: cut(worker.note, WORD_MAX),
});

const fits = (text: string): boolean => Buffer.byteLength(text) <= MESSAGE_BYTES_MAX;

/** Half of the lines, the newer ones; of a single line its first half. */
function shorten({ from, text }: { from: number; text: string }): { from: number; text: string } | null {
  const lines = text.split('\n');
  const dropped = Math.ceil(lines.length / 2);
  if (lines.length > 1) return { from: from + dropped, text: lines.slice(dropped).join('\n') };
  return text.length < 2 ? null : { from, text: cut(text, Math.floor(text.length / 2)) ?? '' };
}

/** Never inside a surrogate pair. */
function cut<T extends string | null>(text: T, max: number): T | string {
  if (text === null || text.length <= max) return text;
  const short = text.slice(0, max);
  return short.isWellFormed() ? short : short.slice(0, -1);
}

const COMMANDS = /(?:[\p{Cc}--[\n\t]]\[|\u009B)[\d;?]*[A-Za-z]/gv;
const CONTROLS = /[[\p{Cc}--[\n\t]]\p{Bidi_Control}]/gv;

/** Output without what would move a cursor, colour a terminal, or turn the direction of what follows. */
export const stripControls = (text: string): string => text.replace(COMMANDS, '').replace(CONTROLS, '');
