import { setTimeout as wait } from 'node:timers/promises';
import type { ToolName } from '#contract/tool-names.ts';
import type { Outcome } from '../faults/call-server.ts';
import type { KnownTask, Ledger } from '../faults/ledger.ts';
import type { Client } from './client.ts';
import type { Record } from './record.ts';

const PAUSE_MS = 100;

export interface Work {
  name: string;
  client: Client;
  projectId: string;
  /** The tasks of the project, by number. */
  tasks: ReadonlyMap<number, KnownTask>;
  ledger: Ledger;
  record: Record;
  isOver(): boolean;
}

/** A call failed for good: the agent looks where it stands and goes on. */
class Failed extends Error {}

/** Claims the next task, leaves a note on it and finishes it, one task after the other, whatever happens to the database. */
export async function work(on: Work): Promise<void> {
  while (!on.isOver()) {
    try {
      await workOnNext(on);
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      await wait(PAUSE_MS);
    }
  }
}

async function workOnNext(on: Work): Promise<void> {
  const { name, ledger } = on;
  const { task, token } = await claim(on);
  const words = ledger.newWords('Written', name);
  await ask(on, 'note', { type: 'progress', body: words, task: `T${task.number}`, baton: token }, (outcome) =>
    ledger.settleText(words, outcome),
  ).catch(passFailed);
  const summary = ledger.newWords('Written', name);
  await ask(on, 'task_finish', { id: `T${task.number}`, baton: token, outcome: 'done', summary }, (outcome) => {
    ledger.settle(task.status, 'done', outcome);
    ledger.settleText(summary, outcome);
  });
}

/** A note that failed does not keep an agent from its work. */
function passFailed(error: unknown): void {
  if (!(error instanceof Failed)) throw error;
}

async function claim(on: Work): Promise<{ task: KnownTask; token: string }> {
  const first = await tell(on, 'task_claim', {});
  // An answer was lost: the server names the task that this agent holds already, which it takes over from itself.
  const held = first.is === 'refused' ? /\bT(\d+) first\b/.exec(first.words)?.[1] : undefined;
  const outcome =
    held === undefined ? first : await tell(on, 'task_claim', { id: `T${held}`, takeover: true, reason: 'resumed' });
  if (outcome.is !== 'acknowledged') throw new Failed();
  const [, number, token] = /^Yours: T(\d+), baton (\d+\.\w+),/m.exec(String(outcome.data)) ?? [];
  const task = on.tasks.get(Number(number));
  if (task === undefined || token === undefined)
    throw new Error(`a claim without a baton: ${String(outcome.data).slice(0, 200)}`);
  on.ledger.settle(task.status, 'wip', outcome);
  task.baton = `${on.projectId} ${token.split('.')[0]}`;
  on.ledger.batons.push(task.baton);
  on.record.claimed(task, on.name);
  return { task, token };
}

async function ask(
  on: Work,
  tool: ToolName,
  input: { [name: string]: unknown },
  settle: (outcome: Outcome) => void,
): Promise<void> {
  const outcome = await tell(on, tool, input);
  settle(outcome);
  if (outcome.is !== 'acknowledged') throw new Failed();
}

async function tell(on: Work, tool: ToolName, input: { [name: string]: unknown }): Promise<Outcome> {
  const began = performance.now();
  const outcome = await on.client.call(tool, input);
  on.record.add(tool, outcome, began);
  return outcome;
}
