import { z } from 'zod';
import type { DraftInput, DraftProgress } from '../planner.ts';
import { cleanLine } from './clean-text.ts';

/** Planning the sections is nearly all of the work; the rest of the bar belongs to the looks over the whole. */
const SECTIONS_PERCENT = 85;

const LIST_NAME_MAX = 120;

/** An answer that is still being written: any of it may be missing yet. */
const HalfAnswer = z.object({
  lists: z.array(z.object({ key: z.string().optional(), name: z.string().optional() })).optional(),
  tasks: z.array(z.object({ list: z.string().optional() })).optional(),
});

export interface Reporter {
  /** What is known of a section whose answer is still being written. */
  hear(section: number, partial: unknown): void;
  finishSection(section: number, tasks: number, listName: string | null): void;
  say(message: string, percent: number): void;
  /** Waits for what is being told; after this nothing more is, so that no news comes later than the end. */
  end(): Promise<void>;
}

/**
 * Tells how far a draft has come. Telling may be slower than hearing: while one message is under way only the newest of
 * the others is kept.
 */
export function startReporter(input: Pick<DraftInput, 'progress'>, sections: number): Reporter {
  const tasks = new Map<number, number>();
  const finished = new Set<number>();
  let state: DraftProgress = { message: 'Planning the sections', percent: 0, listName: null, tasks: 0 };
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
    state = { ...state, ...change, tasks: [...tasks.values()].reduce((sum, count) => sum + count, 0) };
    if (isOver) return;
    waiting = state;
    telling ??= tellAll();
  };
  return {
    hear(section, partial) {
      const heard = HalfAnswer.safeParse(partial).data;
      const current = heard?.lists?.find(({ key }) => key === heard.tasks?.at(-1)?.list) ?? heard?.lists?.at(0);
      const count = heard?.tasks?.length ?? 0;
      const listName = cleanLine(current?.name ?? '', LIST_NAME_MAX) || state.listName;
      if (count === (tasks.get(section) ?? 0) && listName === state.listName) return;
      tasks.set(section, count);
      tell({ listName });
    },
    finishSection(section, count, listName) {
      tasks.set(section, count);
      finished.add(section);
      const percent = Math.floor((SECTIONS_PERCENT * finished.size) / Math.max(1, sections));
      tell({
        percent,
        listName: listName ?? state.listName,
        message: `Planned ${finished.size} of ${sections} sections`,
      });
    },
    say: (message, percent) => tell({ message, percent }),
    async end() {
      isOver = true;
      await telling;
    },
  };
}
