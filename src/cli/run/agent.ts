import type { BeatWorker } from '#contract/run-work.ts';
import type { WorkerState } from '#contract/run.ts';
import type { RunClient } from './clients/index.ts';
import { OutputTail } from './output-tail.ts';

/** The task an agent has in hand. */
export interface TaskInHand {
  id: string;
  number: number;
  title: string;
  fence: number;
  token: string;
  since: Date;
}

/** An agent of this run: what people are shown of it. */
export class Agent {
  readonly name: string;
  readonly client: RunClient;
  readonly tail: OutputTail;
  state: WorkerState = 'free';
  since: Date;
  task: TaskInHand | undefined;
  try = 1;
  tries = 1;
  branch: string | undefined;
  worktree: string | undefined;
  /** The command that verifies, or why it is free or waits. */
  note = '';
  movedAt: Date | undefined;

  constructor(name: string, client: RunClient, now: Date, lines = 0) {
    this.name = name;
    this.client = client;
    this.since = now;
    this.tail = new OutputTail(lines);
  }

  enter(state: WorkerState, now: Date, note = ''): void {
    if (state !== this.state) this.since = now;
    this.state = state;
    this.note = note;
  }

  drop(): void {
    this.task = undefined;
    this.branch = undefined;
    this.worktree = undefined;
    this.try = 1;
    this.movedAt = undefined;
  }

  /** As the server is told, with the lines since the last time. */
  beat(): { worker: BeatWorker; told(): void } {
    const { moves, lines, told } = this.tail.news();
    const { task } = this;
    const worker: BeatWorker = {
      name: this.name,
      client: this.client.name,
      state: this.state,
      since: this.since.toISOString(),
      task_id: task?.id ?? null,
      number: task?.number ?? null,
      title: task?.title ?? null,
      task_since: task?.since.toISOString() ?? null,
      fence: task?.fence ?? null,
      try: this.try,
      tries: Math.max(this.try, this.tries),
      branch: this.branch ?? null,
      worktree: this.worktree ?? null,
      note: this.note.slice(0, 500),
      moves,
      lines,
    };
    return { worker, told };
  }
}
