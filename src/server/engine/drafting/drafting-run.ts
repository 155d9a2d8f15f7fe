import type { DraftInput } from '../planner.ts';
import type { AskOnce } from './ask-once.ts';
import type { Reporter } from './report-progress.ts';

/** What a draft is made with, and what a person should know about it in the end. */
export interface Run {
  ask: AskOnce;
  input: Pick<DraftInput, 'content' | 'reading' | 'builtIn' | 'readAgain' | 'maxTasks'>;
  /** Tokens one request may hold. */
  room: number;
  reporter: Reporter;
  notices: string[];
}
