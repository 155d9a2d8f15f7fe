import type { Id } from '#contract/fields.ts';
import type { Plan } from '#contract/plan.ts';
import { type Agent, type RestAnswer, type ToolAnswer, callRest, callTool } from './agent-calls.ts';
import { type LockOp, type LockResult, type LockView, RAN_OUT } from './lock-model.ts';

/** The tasks of a project by number, starting with T1. */
export interface LockProject {
  id: Id;
  taskIds: readonly Id[];
  /** Tokens by fencing number, for callers that send them, rightly or not. */
  tokens: Map<number, string>;
}

/** The reason of every takeover. */
export const WHY = 'It was needed.';

/** Executes an operation over REST, and parses the answer. */
export async function lockByRest(url: string, agent: Agent, project: LockProject, op: LockOp): Promise<LockResult> {
  const answer = await callRest(url, agent, routeOf(project, op), bodyOf(project, op));
  if (answer.status !== 200) return readRefusal(answer.failure.errorType, answer.failure.error);
  return readAnswer(project, op, answer);
}

function routeOf(project: LockProject, op: LockOp): readonly [string, string] {
  switch (op.do) {
    case 'look':
      return ['GET', `/api/projects/${project.id}/plan`];
    case 'claimNext':
      return ['POST', `/api/projects/${project.id}/claim`];
    case 'takeAway':
      return ['POST', `/api/tasks/${idOf(project, op.task)}/release`];
    case 'reopen':
      return ['PATCH', `/api/tasks/${idOf(project, op.task)}`];
    case 'claim':
    case 'renew':
    case 'release':
    case 'finish':
      return ['POST', `/api/tasks/${idOf(project, op.task)}/${op.do}`];
    case 'expire':
      throw new Error('no door lets a lease run out');
  }
}

/** The token of a claim that was never answered is unknown; any guess will do. */
const GUESSED = 'aaaaaaaa';
const tokenOf = ({ tokens }: LockProject, { fence, isGuess }: { fence: number; isGuess?: true }): string =>
  (isGuess ? undefined : tokens.get(fence)) ?? `${fence}.${GUESSED}`;

function bodyOf(project: LockProject, op: LockOp): object | undefined {
  switch (op.do) {
    case 'claim':
      return op.takeover ? { takeover: true, reason: WHY } : {};
    case 'claimNext':
      return {};
    case 'renew':
    case 'release':
      return { baton: tokenOf(project, op) };
    case 'finish':
      return { baton: tokenOf(project, op), outcome: op.outcome, summary: 'Worked on it.' };
    case 'takeAway':
      return { reason: WHY };
    case 'reopen':
      return { status: 'open' };
    case 'look':
    case 'expire':
      return undefined;
  }
}

function readAnswer(project: LockProject, op: LockOp, { data }: RestAnswer): LockResult {
  if (op.do === 'look') return { is: 'seen', view: viewOf(project, data as Plan) };
  if (op.do !== 'claim' && op.do !== 'claimNext') return { is: 'ok' };
  if (data === null) return { is: 'nothing' };
  const { task, baton, token } = data as {
    task: { number: number };
    baton: { fence: number; slot: number };
    token: string;
  };
  project.tokens.set(baton.fence, token);
  return { is: 'taken', task: task.number, fence: baton.fence, slot: baton.slot };
}

/** A tool's result, with the losses it reported. */
export interface ToldResult {
  results: LockResult[];
  lost: number[];
}

/** The same over MCP, for operations with a tool. A finish with claim_next is two operations in one call. */
export async function lockByTool(
  url: string,
  agent: Agent,
  project: LockProject,
  op: Extract<LockOp, { do: 'claim' | 'claimNext' | 'finish' }>,
  goesOn: boolean,
): Promise<ToldResult> {
  const answer = await callTool(
    url,
    agent,
    project.id,
    op.do === 'finish' ? 'task_finish' : 'task_claim',
    argsOf(project, op, goesOn),
  );
  const lost = readLosses(answer);
  if (answer.isError) {
    const [, type = '', text = ''] = /^([A-Z_]+): ([\s\S]*)$/.exec(answer.text) ?? [];
    return { results: [readRefusal(type, text)], lost };
  }
  if (op.do !== 'finish') return { results: [readTaken(project, answer.text)], lost };
  return { results: [{ is: 'ok' }, ...(goesOn ? [readTaken(project, answer.text)] : [])], lost };
}

function argsOf(project: LockProject, op: LockOp, goesOn: boolean): object {
  switch (op.do) {
    case 'claim':
      return { id: `T${op.task}`, ...(op.takeover ? { takeover: true, reason: WHY } : {}) };
    case 'finish':
      return {
        id: `T${op.task}`,
        baton: tokenOf(project, op),
        outcome: op.outcome,
        summary: 'Worked on it.',
        claim_next: goesOn,
      };
    default:
      return {};
  }
}

export const readLosses = ({ text }: Pick<ToolAnswer, 'text'>): number[] =>
  [...text.matchAll(/Your baton (\d+) for T\d+ ended by/g)].map(([, fence]) => Number(fence));

export function readTaken(project: LockProject, text: string): LockResult {
  const taken = /^Yours: T(\d+), baton ((\d+)\.\w+),/m.exec(text);
  if (taken !== null) {
    const [, task, token = '', fence] = taken;
    project.tokens.set(Number(fence), token);
    return { is: 'taken', task: Number(task), fence: Number(fence) };
  }
  if (/^Nothing is ready, so nothing was claimed\./m.test(text)) return { is: 'nothing' };
  return readRefusal('LOCK_HELD', text);
}

/** A refusal names the holder, which is checked like the rest. */
export function readRefusal(type: string, text: string): LockResult {
  const held = /(?:^|[\n ])(\S+) holds T(\d+) since \d\d:\d\d UTC[.,]/.exec(text);
  if (type === 'LOCK_HELD' && held !== null) return { is: 'held', by: held[1] ?? '', task: Number(held[2]) };
  if (type === 'CONFLICT' && /T\d+ is done\./.test(text)) return { is: 'finished' };
  if (type === 'STALE_LOCK') {
    if (text.includes(' ran out at ')) return { is: 'stale', now: RAN_OUT };
    if (text.includes('nobody holds it now')) return { is: 'stale', now: null };
    const now = /: (\S+) holds it now\./.exec(text)?.[1];
    if (now !== undefined) return { is: 'stale', now };
  }
  throw new Error(`not an answer about a baton: ${type} ${text}`);
}

function viewOf(project: LockProject, { tasks, batons }: Plan): LockView {
  const statuses = tasks
    .toSorted((a, b) => a.number - b.number)
    .map(({ status, blocked_reason: reason }) => (status === 'open' && reason !== null ? 'blocked' : status));
  const held = batons.map(({ slot, task_id: id, holder, fence }) => ({
    slot,
    task: project.taskIds.indexOf(id) + 1,
    by: holder.name,
    fence,
  }));
  return { tasks: statuses, held: held.toSorted((a, b) => a.slot - b.slot) };
}

function idOf({ taskIds }: LockProject, task: number): Id {
  const id = taskIds[task - 1];
  if (id === undefined) throw new Error(`there is no T${task}`);
  return id;
}
