import type { DraftedList } from '#contract/generation.ts';
import type { DraftInput, DraftProgress } from '../planner.ts';

export interface Reporter {
  /** Number of tasks named so far. */
  count(tasks: number): void;
  /** The lists with their tasks so far. */
  list(lists: DraftedList[]): void;
  say(message: string, percent: number, listName?: string | null): void;
  /** Waits for the message being sent; nothing is sent afterwards, so that progress never follows the end. */
  end(): Promise<void>;
}

/**
 * Reports progress, which may be slower than the progress itself: while one message is being sent only the newest of
 * the others is kept.
 */
export function startReporter(input: Pick<DraftInput, 'progress'>): Reporter {
  let state: DraftProgress = { message: 'Reading the PRD', percent: 0, listName: null, tasks: 0, lists: [] };
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
      // A failure to report must not lose a plan.
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
    list: (lists) => tell({ lists, tasks: lists.reduce((sum, { tasks }) => sum + tasks, 0) }),
    say: (message, percent, listName = state.listName) => tell({ message, percent, listName }),
    async end() {
      isOver = true;
      await telling;
    },
  };
}
