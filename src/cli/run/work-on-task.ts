import type { ClaimedForRun } from '#contract/run-work.ts';
import { Refusal } from '../ask-server.ts';
import type { Agent } from './agent.ts';
import { checkTask, keep, tryAgain } from './check-task.ts';
import { finishMerged } from './finish-task.ts';
import type { LastTry } from './clients/index.ts';
import { Failure } from '../failure.ts';
import { findMerged } from './integrate/index.ts';
import type { LeftTask } from './left-tasks.ts';
import { measure } from './measure-task.ts';
import { prepareTask } from './prepare-task.ts';
import type { Relay } from './relay.ts';
import type { NextStep } from './rules.ts';
import { isLost } from './server-calls.ts';
import { startOnTask } from './start-task.ts';
import {
  StoppedNow,
  TaskLost,
  type TaskWork,
  allowAnother,
  enter,
  note,
  openTaskWork,
  subjectOf,
  takeSpent,
  tell,
  tryOf,
} from './task-work.ts';
import { measureDiff, removeWorktree } from './worktree/index.ts';

/** What the end of a task means for its agent. */
export type TaskEnd = { kind: 'over' } | { kind: 'quick'; reason: string } | { kind: 'rest'; until: Date | null };

const OVER: TaskEnd = { kind: 'over' };
const HANDOVER_LINES = 20;
/** A stop at once does not wait for a server that is away: its batons come back when their leases run out. */
const LAST_WORD_MS = 10_000;

/** One task from its claim to its end; whatever happens, its work stays on a branch or in its working tree. */
export async function workOnTask(
  relay: Relay,
  agent: Agent,
  claimed: ClaimedForRun,
  left: LeftTask | undefined,
): Promise<TaskEnd> {
  const watch = relay.watch(claimed.task.number);
  const work = openTaskWork(relay, agent, claimed, left, watch);
  try {
    note(work, {});
    await prepareTask(work);
    return await goThrough(work, left !== undefined || claimed.is_repeat);
  } catch (error) {
    return await endBadly(work, error);
  } finally {
    watch.close();
  }
}

async function goThrough(work: TaskWork, isTakenUp: boolean): Promise<TaskEnd> {
  let last: LastTry | undefined;
  let isDelivered = false;
  if (isTakenUp) {
    const before = await lookBack(work);
    if (before === 'over') return OVER;
    isDelivered = before === 'delivered';
    if (!isDelivered) {
      last = { kind: 'silent', reason: 'The runner was ended, and this start with it.' };
      work.tried.try += 1;
      allowAnother(work);
    }
  }
  for (;;) {
    if (!isDelivered) {
      const step = await startOnTask(work, last);
      if (step.do === 'again') {
        work.tried.silent += 1;
        const lines = work.agent.tail.last(HANDOVER_LINES).join('\n');
        await tryAgain(work, `${work.agent.client.name} ${step.reason}`, lines);
        last = { kind: 'silent', reason: `${step.reason}\n${lines}` };
        continue;
      }
      if (step.do !== 'check') return endByStep(work, step);
    }
    isDelivered = false;
    last = await checkTask(work);
    if (last === undefined) return OVER;
  }
}

/** Where an earlier runner was with the task when it was killed. */
async function lookBack(work: TaskWork): Promise<'delivered' | 'held' | 'over'> {
  const { relay, claimed, entry, held, signal } = work;
  const { repository, project, options, calls, run } = relay.ground;
  const { state } = await calls.look(run, held, signal);
  if (state !== 'delivered') return 'held';
  if (!options.isLinked || entry.base === null) return 'delivered';
  const commit = await findMerged(repository, {
    base: entry.base,
    projectId: project.id,
    number: claimed.task.number,
    since: entry.begun,
  });
  if (commit === undefined || work.tree === undefined) return 'delivered';
  const { diff } = await measureDiff(repository.root, `${commit}^`, commit);
  await finishMerged(work, { commit, diff }, undefined);
  return 'over';
}

type Ending = Exclude<NextStep, { do: 'again' | 'check' }>;

async function endByStep(work: TaskWork, step: Ending): Promise<TaskEnd> {
  const { relay, claimed, agent } = work;
  switch (step.do) {
    case 'over':
      await endByAgent(work, step);
      return OVER;
    case 'lost':
      throw new TaskLost(step.reason);
    case 'rest':
      await giveBack(work, `${agent.client.name}: ${step.reason}`);
      return { kind: 'rest', until: step.until };
    case 'release':
      if (!step.isQuick) relay.givenBack.add(claimed.task.number);
      await giveBack(work, `${agent.client.name} ${step.reason}`);
      return step.isQuick ? { kind: 'quick', reason: step.reason } : OVER;
  }
}

/** Its agent ended it by its own call; the server has it, and only lacks what was used. */
async function endByAgent(work: TaskWork, { outcome }: Extract<NextStep, { do: 'over' }>): Promise<void> {
  const { relay, held, claimed, journal, tree } = work;
  const { calls, run, repository } = relay.ground;
  // Whoever gives a task back would get it again at once.
  if (outcome === 'released') relay.givenBack.add(claimed.task.number);
  await keep(work);
  const result = await calls.finish(
    run,
    { ...held, ...tryOf(work), outcome: 'released', ...takeSpent(work) },
    work.signal,
  );
  tell(work, outcome, result.reason);
  const isChanged = tree !== undefined && (await measure(work)).isChanged;
  if (tree !== undefined && !isChanged) await removeWorktree(repository, tree, { branch: 'delete' });
  journal.remove(claimed.task.number);
}

/** The task goes back, with the last lines and what was changed for whoever takes it next. */
async function giveBack(work: TaskWork, reason: string, signal: AbortSignal | undefined = work.signal): Promise<void> {
  const { relay, held, claimed, journal, tree, agent } = work;
  await keep(work);
  const done = tree === undefined ? undefined : await measure(work);
  const lines = agent.tail.last(HANDOVER_LINES).join('\n');
  const where =
    tree?.isLinked === true && done?.isChanged === true ? `The work so far is on the branch ${tree.branch ?? ''}.` : '';
  const parts = [
    reason,
    where,
    done?.isChanged === true ? `Changed:\n${done.stat}` : '',
    lines === '' ? '' : `Its last lines:\n${lines}`,
  ];
  const handover = parts.filter((part) => part !== '').join('\n\n');
  const fields = {
    ...(done?.isChanged === true ? { diff: done.diff } : {}),
    ...(tree?.isLinked === true && tree.branch !== null ? { branch: tree.branch } : {}),
  };
  await relay.ground.calls.finish(
    relay.ground.run,
    { ...held, ...tryOf(work), outcome: 'released', reason: handover, ...fields, ...takeSpent(work) },
    signal,
  );
  tell(work, 'released', reason, done === undefined ? {} : { diff: done.diff });
  if (tree !== undefined && done?.isChanged === false)
    await removeWorktree(relay.ground.repository, tree, { branch: 'delete' });
  journal.remove(claimed.task.number);
}

async function endBadly(work: TaskWork, error: unknown): Promise<TaskEnd> {
  const { relay, claimed, journal } = work;
  const { number } = claimed.task;
  if (work.lost.aborted || error instanceof TaskLost || isLost(error)) {
    const reason = reasonOf(work.lost.aborted ? work.lost.reason : error);
    await keep(work).catch(() => undefined);
    tell(work, 'taken_away', reason);
    journal.remove(number);
    return OVER;
  }
  const isRefused = error instanceof Refusal && error.type === 'CONFLICT';
  if (isRefused) relay.givenBack.add(number);
  else if (!relay.stopNow.aborted && !(error instanceof StoppedNow))
    relay.fail(error instanceof Error ? error : new Failure(String(error)));
  enter(work, 'stopping');
  const why = relay.stopNow.aborted ? 'The run was stopped.' : `The run could not go on: ${reasonOf(error)}`;
  try {
    await giveBack(work, why, AbortSignal.timeout(LAST_WORD_MS));
  } catch (again) {
    relay.screen?.say(
      `T${number} could not be given back (${reasonOf(again)}): its lease will run out. ${subjectOf(work)} stays in ${work.tree?.folder ?? 'no folder'}.`,
    );
  }
  return OVER;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
