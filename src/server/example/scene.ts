import type { InputOf } from '#contract/endpoint.ts';
import type { NoteType } from '#contract/note.ts';
import type { finishTask } from '#contract/plan.ts';

/** Days and hours before now: day 3, hour 2 is three days less two hours ago. */
interface Moment {
  day: number;
  hour: number;
}

interface Said {
  type: NoteType;
  body: string;
  pinned?: true;
}

/** An agent's work on a task, from the claim to the finish. */
export interface Work extends Moment {
  kind: 'work';
  by: string;
  /** Its ref in the plan. */
  task: string;
  /** Each so many minutes after the claim. */
  notes?: (Said & { minute: number })[];
  /** Without an end the agent falls silent, and its lease runs out. */
  end?: Omit<InputOf<typeof finishTask>, 'id' | 'baton'> & { minute: number };
}

export type Scene =
  | Work
  | (Moment & { kind: 'answer'; task: string; option?: number; text?: string })
  | (Moment & { kind: 'checkpoint'; by?: string; name: string })
  | (Moment & { kind: 'note' } & Said);

/** The project's command, which finished tasks have run. */
export const EXAMPLE_VERIFY = 'npm test';

/** How a run of it ended. */
export const passed = (seconds: number, output: string, commit: string) => ({
  command: EXAMPLE_VERIFY,
  exit_code: 0,
  seconds,
  output,
  commit,
});
