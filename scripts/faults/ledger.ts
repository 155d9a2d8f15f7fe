import type { Id } from '#contract/fields.ts';
import type { Outcome } from './call-server.ts';

/** One value of one row as its only writer knows it: the last acknowledged value, and what may have replaced it. */
export interface Cell {
  sure: string;
  maybe: string[];
}

/** A text written once: acknowledged, of unknown outcome, or definitely refused. */
type Certainty = 'sure' | 'maybe' | 'not';

/** The last known state of a writer's own task. */
export interface KnownTask {
  id: Id;
  projectId: Id;
  number: number;
  status: Cell;
  title: Cell;
  /** The last acknowledged baton, as `project fence`. */
  baton?: string;
}

/** Everything all writers were told, to be compared with the database. */
export class Ledger {
  readonly tasks: KnownTask[] = [];
  /** Notes and finishes, by text. */
  readonly texts = new Map<string, Certainty>();
  /** Acknowledged titles: each must be in the feed, even if it was replaced later. */
  readonly titles: string[] = [];
  /** Acknowledged batons, as `project fence`. */
  readonly batons: string[] = [];
  #written = 0;

  /** A unique text. */
  newWords(what: 'Written' | 'Named', by: string): string {
    this.#written += 1;
    return `${what} ${this.#written} by ${by}`;
  }

  settleText(words: string, outcome: Outcome): void {
    this.texts.set(words, certaintyOf(outcome));
  }

  /** An unanswered write may have taken effect, unless it was definitely replaced. */
  settle(cell: Cell, asked: string, outcome: Outcome): void {
    const certainty = certaintyOf(outcome);
    if (certainty === 'sure') Object.assign(cell, { sure: asked, maybe: [] });
    if (certainty === 'maybe') cell.maybe.push(asked);
  }
}

const UNAVAILABLE = 503;

/** After a 503 the outcome is unknown: the database may have failed between commit and answer. */
function certaintyOf(outcome: Outcome): Certainty {
  if (outcome.is === 'acknowledged') return 'sure';
  if (outcome.is === 'away') return 'not';
  return outcome.is === 'refused' && outcome.status !== UNAVAILABLE ? 'not' : 'maybe';
}
