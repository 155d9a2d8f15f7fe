import { NoAnswer } from './agent-calls.ts';
import type { Recorded } from './check-history.ts';
import type { LockProject } from './lock-calls.ts';
import type { LockOp, LockResult, LockState } from './lock-model.ts';

/** A loss as an agent was told. */
export interface Told {
  agent: string;
  fence: number;
}

/** The history of one project, as its clients saw it. */
export interface ProjectHistory {
  project: LockProject;
  initial: LockState;
  entries: Recorded[];
  told: Told[];
  /** Agents with an unanswered MCP call: the losses it would have reported are lost with it. */
  unheard: Set<string>;
  /** The highest fencing number any client has seen. */
  newestFence: number;
}

/** Records the start and end of operations by a clock that all clients of the process share. */
export class Recorder {
  #time = 0;
  readonly #unanswered: { entry: Recorded; life: string }[] = [];

  /**
   * Several operations where one call has more than one. Undefined when the connection was refused, no results when it
   * died.
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

  /** After a kill, what was not executed by now never will be. */
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
