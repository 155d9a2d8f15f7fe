import type { DraftInput, DraftProgress } from '../planner.ts';

export interface Reporter {
  /** So many tasks have a name by now. */
  count(tasks: number): void;
  say(message: string, percent: number, listName?: string | null): void;
  /** Waits for what is being told; after this nothing more is, so that no news comes later than the end. */
  end(): Promise<void>;
}

/**
 * Tells how far a draft has come. Telling may be slower than hearing: while one message is under way only the newest of
 * the others is kept.
 */
export function startReporter(input: Pick<DraftInput, 'progress'>): Reporter {
  let state: DraftProgress = { message: 'Reading the PRD', percent: 0, listName: null, tasks: 0 };
  let waiting: DraftProgress | undefined;
  let telling: Promise<void> | undefined;
  let isOver = false;

  const tellAll = async () => {
    try {
      for (let next = waiting; next !== undefined; next = waiting) {
        waiting = undefined;
        await input.progress(next);
      }
    } catch {
      // A dialog that cannot be told is no reason to lose a plan.
    } finally {
      telling = undefined;
    }
  };
  const tell = (change: Partial<DraftProgress>) => {
    state = { ...state, ...change };
    if (isOver) return;
    waiting = state;
    telling ??= tellAll();
  };
  return {
    count: (tasks) => tell({ tasks }),
    say: (message, percent, listName = state.listName) => tell({ message, percent, listName }),
    async end() {
      isOver = true;
      await telling;
    },
  };
}
