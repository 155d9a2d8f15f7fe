import type { ClaimedForRun } from '#contract/run-work.ts';
import type { RunOutcome } from '#contract/run.ts';
import type { Agent } from './agent.ts';
import { type ShownResult, oneLine } from './display/index.ts';
import { type Journal, type TaskEntry, startedAt } from './journal/index.ts';
import type { LeftTask } from './left-tasks.ts';
import type { Relay } from './relay.ts';
import type { Tried } from './rules.ts';
import type { Worktree } from './worktree/index.ts';

/** A task in an agent's hands, from its claim to its end. */
export interface TaskWork {
  relay: Relay;
  agent: Agent;
  claimed: ClaimedForRun;
  /** What every call about it is made with. */
  held: { worker: string; task_id: string; baton: string };
  journal: Journal;
  entry: TaskEntry;
  tree: Worktree | undefined;
  tried: Tried;
  /** Used since the server was last told. */
  spent: { tokens: number | null; costUsd: number | null };
  /** Aborted with the reason when somebody else has the task. */
  lost: AbortSignal;
  /** The same, or when everything has to end. */
  signal: AbortSignal;
}

/** Its baton is gone: nothing is told or merged any more, and the work stays on its branch. */
export class TaskLost extends Error {}
/** Everything has to end now. */
export class StoppedNow extends Error {}

export function openTaskWork(
  relay: Relay,
  agent: Agent,
  claimed: ClaimedForRun,
  left: LeftTask | undefined,
  signals: { lost: AbortSignal; any: AbortSignal },
): TaskWork {
  const { task, baton, token } = claimed;
  const { project, run, options, base, journal, now } = relay.ground;
  const tried = triedBefore(left?.entry, options.tries);
  agent.task = { id: task.id, number: task.number, title: task.title, fence: baton.fence, token, since: now() };
  agent.tail.begin(`── T${task.number} ${oneLine(task.title)}`);
  agent.try = tried.try;
  agent.tries = tried.tries;
  const entry: TaskEntry = {
    projectId: project.id,
    number: task.number,
    title: task.title,
    runId: run,
    worker: agent.name,
    ownerPid: process.pid,
    ownerStarted: startedAt(process.pid) ?? '',
    worktree: left?.entry.worktree ?? null,
    branch: left?.entry.branch ?? null,
    base: left?.entry.base ?? base,
    begun: left?.entry.begun ?? null,
    try: tried.try,
    stage: left?.entry.stage ?? 'claimed',
    child: null,
    untold: tried,
  };
  return {
    relay,
    agent,
    claimed,
    held: { worker: agent.name, task_id: task.id, baton: token },
    journal,
    entry,
    tree: undefined,
    tried,
    spent: { tokens: null, costUsd: null },
    lost: signals.lost,
    signal: signals.any,
  };
}

/** What an earlier runner counted goes on. */
function triedBefore(entry: TaskEntry | undefined, tries: number): Tried {
  const none = { try: 1, tries, silent: 0, unchanged: 0, conflicts: 0 };
  const found = entry?.untold;
  if (entry === undefined || typeof found !== 'object' || found === null) return none;
  const counted = Object.entries(found).filter(([name, value]) => name in none && Number.isSafeInteger(value));
  return { ...none, ...Object.fromEntries(counted), try: entry.try };
}

/** Another start that is not the work's fault, such as a conflict with what others merged, uses up no try. */
export function allowAnother(work: TaskWork): void {
  work.tried.tries += 1;
  work.agent.tries = work.tried.tries;
}

/** Written before the step that it names begins. */
export function note(work: TaskWork, changes: Partial<TaskEntry>): void {
  work.entry = { ...work.entry, ...changes };
  work.journal.write(work.entry);
}

/** The agent goes on to a step that people are shown. */
export function enter(work: TaskWork, state: Agent['state'], about = ''): void {
  const { agent, relay } = work;
  agent.enter(state, relay.ground.now(), about);
  relay.screen?.moved(agent);
}

export function throwIfOver({ lost, relay }: TaskWork): void {
  if (lost.aborted) throw new TaskLost(lost.reason instanceof Error ? lost.reason.message : 'The baton is gone.');
  if (relay.stopNow.aborted) throw new StoppedNow('The run was stopped.');
}

/** The commit's subject and the branch's description of a task. */
export const subjectOf = ({ claimed: { task } }: TaskWork): string => `T${task.number}: ${oneLine(task.title)}`;

const secondsOf = ({ agent, relay }: TaskWork): number =>
  Math.round((relay.ground.now().getTime() - (agent.task?.since ?? relay.startedAt).getTime()) / 1_000);

/** Which try it is, as the server is told. */
export const tryOf = ({ tried }: TaskWork) => ({ try: tried.try, tries: Math.max(tried.try, tried.tries) });

/** What every call that ends a try says of it; told once. */
export function takeSpent(work: TaskWork) {
  const { tokens, costUsd } = work.spent;
  work.spent = { tokens: null, costUsd: null };
  return { seconds: secondsOf(work), tokens, cost_usd: costUsd };
}

export function tell(work: TaskWork, outcome: RunOutcome, reason: string, more: Partial<ShownResult> = {}): void {
  const { relay, agent, claimed, tried, tree } = work;
  relay.tell({
    at: relay.ground.now(),
    number: claimed.task.number,
    title: claimed.task.title,
    agent: agent.name,
    outcome,
    reason,
    try: tried.try,
    tries: tried.tries,
    isVerified: false,
    mergedInto: null,
    branch: tree?.branch ?? null,
    diff: null,
    seconds: secondsOf(work),
    details: [],
    ...more,
  });
}
