import { NoAnswer } from './agent-calls.ts';
import type { Recorded } from './check-history.ts';
import type { LockProject } from './lock-calls.ts';
import type { LockOp, LockResult, LockState } from './lock-model.ts';

/** What an agent was told of a baton it had lost. */
export interface Told {
  agent: string;
  fence: number;
}

/** All that happened in one project, as its clients saw it. */
export interface ProjectHistory {
  project: LockProject;
  initial: LockState;
  entries: Recorded[];
  told: Told[];
  /** Agents with a call over MCP that was not answered: what they would have been told went with the answer. */
  unheard: Set<string>;
  /** The highest number any client has seen. */
  newestFence: number;
}

/** Writes down when operations began and ended, by a clock that all clients of the process share. */
export class Recorder {
  #time = 0;
  readonly #unanswered: { entry: Recorded; life: string }[] = [];

  /**
   * Several operations when one call carries out more than one. Answers undefined when the server was not even there,
   * and nothing when the connection died.
   */
  async record(
    { entries }: ProjectHistory,
    caller: string,
    life: string,
    ops: readonly LockOp[],
    perform: () => Promise<LockResult[]>,
  ): Promise<LockResult[] | undefined> {
    const invoked = this.#tick();
    try {
      const results = await perform();
      const completed = this.#tick();
      for (const [place, result] of results.entries()) {
        const op = ops[place];
        if (op !== undefined) entries.push({ caller, op, invoked, completed, result });
      }
      return results;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      if (!error.wasSent) return undefined;
      for (const op of ops) {
        const entry = { caller, op, invoked, completed: Infinity };
        entries.push(entry);
        this.#unanswered.push({ entry, life });
      }
      return [];
    }
  }

  /** A killed server is gone for good: what it has not carried out by now it never will. */
  endLife(life: string): () => void {
    const at = this.#tick();
    return () => {
      for (const { entry, life: of } of this.#unanswered) if (of === life) entry.completed = at;
    };
  }

  #tick(): number {
    this.#time += 1;
    return this.#time;
  }
}
