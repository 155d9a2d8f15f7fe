import type { Id } from '#contract/fields.ts';
import type { Outcome } from './call-server.ts';

/** One value of one row as its only writer knows it: what was confirmed last, and what may have replaced it since. */
export interface Cell {
  sure: string;
  maybe: string[];
}

/** A text that is written once: whether it was confirmed, may be there, or was refused for a reason that holds. */
type Certainty = 'sure' | 'maybe' | 'not';

/** What a writer's own task was left in. */
export interface KnownTask {
  id: Id;
  projectId: Id;
  number: number;
  status: Cell;
  title: Cell;
  /** The baton that was confirmed last, as `project fence`. */
  baton?: string;
}

/** Everything that all writers were told, for whoever compares it with the database. */
export class Ledger {
  readonly tasks: KnownTask[] = [];
  /** Notes and finishes, by their words. */
  readonly texts = new Map<string, Certainty>();
  /** Titles that were confirmed: the feed must have told of each, though later ones took their place. */
  readonly titles: string[] = [];
  /** Batons that were confirmed, as `project fence`. */
  readonly batons: string[] = [];
  #written = 0;

  /** Words that no other write has. */
  newWords(what: 'Written' | 'Named', by: string): string {
    this.#written += 1;
    return `${what} ${this.#written} by ${by}`;
  }

  settleText(words: string, outcome: Outcome): void {
    this.texts.set(words, certaintyOf(outcome));
  }

  /** What was asked for before and not answered may have come about, unless it has been replaced for sure. */
  settle(cell: Cell, asked: string, outcome: Outcome): void {
    const certainty = certaintyOf(outcome);
    if (certainty === 'sure') Object.assign(cell, { sure: asked, maybe: [] });
    if (certainty === 'maybe') cell.maybe.push(asked);
  }
}

const UNAVAILABLE = 503;

/** After 503 nobody knows: the database may have gone away between its commit and its answer. */
function certaintyOf(outcome: Outcome): Certainty {
  if (outcome.is === 'acknowledged') return 'sure';
  if (outcome.is === 'away') return 'not';
  return outcome.is === 'refused' && outcome.status !== UNAVAILABLE ? 'not' : 'maybe';
}
