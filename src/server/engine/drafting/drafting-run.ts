import type { DraftInput } from '../planner.ts';
import type { AskOnce } from './ask-once.ts';
import type { Reporter } from './report-progress.ts';

/** The dependencies of a draft, and the notices for the user. */
export interface Run {
  ask: AskOnce;
  input: Pick<DraftInput, 'content' | 'reading' | 'builtIn' | 'readAgain' | 'maxTasks'>;
  /** Maximum tokens of one request. */
  room: number;
  reporter: Reporter;
  notices: string[];
}
