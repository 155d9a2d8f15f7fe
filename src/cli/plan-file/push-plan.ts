import { PLAN_OPS_MAX } from '#contract/constants.ts';
import type { listActivity } from '#contract/plan.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { PlanOp } from '#contract/tools.ts';
import type { ToolInput } from '#server/agent/tools/index.ts';
import { Refusal, askServer } from '../ask-server.ts';
import { type ToolAnswer, callTool } from '../call-tool.ts';
import { Failure, UsageError } from '../failure.ts';
import type { SignedIn } from '../settings.ts';
import { listTasks } from './plan-document.ts';
import { planEdits } from './plan-edits.ts';
import { planOps } from './plan-ops.ts';
import { askNotes, askPlan } from './pull-plan.ts';
import { readMarkdownPlan } from './read-markdown-plan.ts';
import { isPulled, readPlan } from './read-plan.ts';

export interface PushOptions {
  isTrial: boolean;
  isPruning: boolean;
  isForced: boolean;
}

type Edit = Pick<ToolInput<'plan_edit'>, 'ops' | 'base_seq'>;

/** Sends a plan file, all of it or nothing; undefined where the plan already says what the file says. */
export async function pushPlan(
  to: SignedIn,
  project: string,
  text: string,
  { isTrial, isPruning, isForced }: PushOptions,
): Promise<ToolAnswer<unknown> | undefined> {
  const edit = await readEdit(to, project, text, { isPruning, isForced });
  if (edit.ops.length === 0) return undefined;
  if (edit.ops.length > PLAN_OPS_MAX)
    throw new Failure(
      `The file makes ${edit.ops.length} edits, and ${PLAN_OPS_MAX} can be made as one. Nothing was changed: push it in parts.`,
    );
  try {
    return await callTool(to, project, 'plan_edit', { ...edit, ...(isTrial ? { dry_run: true } : {}) });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'EDIT_CONFLICT' && edit.base_seq !== undefined)
      throw await explainConflict(to, project, edit.base_seq);
    if (error instanceof Refusal && isPulled(text)) throw nameEdits(error, edit.ops);
    throw error;
  }
}

/** Whoever has edited a file knows of tasks and lines, not of the ops that were made of them. */
function nameEdits(refusal: Refusal, ops: readonly PlanOp[]): Failure {
  const said = refusal.message.replaceAll(/\bops\[(\d+)\] \((\w+)\)/g, (_, place: string, kind: string) => {
    const { id, ref, list, name } = ops[Number(place)] ?? {};
    return `${kind.replace('_', ' ')} ${(id ?? ref ?? name ?? list ?? '').replace(/^line-/, 'line ')}`;
  });
  return new Failure(said, refusal.exitCode);
}

async function readEdit(
  to: SignedIn,
  project: string,
  text: string,
  { isPruning, isForced }: Omit<PushOptions, 'isTrial'>,
): Promise<Edit> {
  if (isPulled(text)) return readPulled(to, project, text, { isPruning, isForced });
  if (isPruning) throw new UsageError('--prune is for a file that was pulled: this one does not say all of the plan');
  if (/^\s*[[{]/.test(text)) return readOps(text);
  const tasks = readMarkdownPlan(text);
  if (tasks.length === 0) throw new Failure('There is no task in this file; a task is a line such as “- [ ] Title”.');
  const now = await askPlan(to, project);
  // Worked out from the plan as it is now, and refused when that has changed in between.
  return { ops: planOps(tasks, now), base_seq: now.seq };
}

async function readPulled(
  to: SignedIn,
  project: string,
  text: string,
  { isPruning, isForced }: Omit<PushOptions, 'isTrial'>,
): Promise<Edit> {
  const document = readPlan(text);
  if (document.project !== project)
    throw new Failure(
      `The file was pulled from another project, ${document.project}. Push it there: --project ${document.project}.`,
    );
  if (isPruning && isForced)
    throw new UsageError('--prune and --force together would remove what others have added since; pull the file again');
  const plan = await askPlan(to, project);
  const hasNotes = listTasks(document).some(({ notes }) => notes.length > 0);
  const notes = hasNotes ? await askNotes(to, project) : [];
  const ops = planEdits(document, { plan, notes, isPruning, isForced });
  return { ops, base_seq: isForced ? plan.seq : document.base };
}

const SHOWN = 20;
const TEXT_MAX = 140;

async function explainConflict(to: SignedIn, project: string, base: number): Promise<Failure> {
  const path = `/api/projects/${project}/activity?limit=${SHOWN}`;
  const { items } = await askServer<AnswerOf<typeof listActivity>>(to, { method: 'GET', path });
  const since = items.filter(({ seq }) => seq > base);
  const lines = since.map(
    ({ created_at, actor, text }) => `  ${created_at.slice(0, 16).replace('T', ' ')} ${actor.name}: ${cut(text)}`,
  );
  return new Failure(
    [
      `The plan has changed since this file was pulled, so nothing was changed.${lines.length === 0 ? '' : ' Newest first:'}`,
      ...lines,
      ...(since.length === SHOWN ? ['  (older ones: baton plan pull shows the plan as it is)'] : []),
      'Pull it again to see the plan as it is now, or push with --force to make the plan what the file says.',
    ].join('\n'),
  );
}

const cut = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= TEXT_MAX ? line : `${line.slice(0, TEXT_MAX - 1).toWellFormed()}…`;
};

/** The ops of plan_edit as JSON: a list of them, or `{ "ops": […], "base_seq": N }`. The server checks them. */
function readOps(text: string): Edit {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Failure('The file is not valid JSON.');
  }
  if (Array.isArray(value)) return { ops: value as PlanOp[] };
  const { ops, base_seq } = value as { ops?: unknown; base_seq?: unknown };
  if (!Array.isArray(ops)) throw new Failure('The file holds no ops: a list, or an object with a list called ops.');
  return { ops: ops as PlanOp[], ...(typeof base_seq === 'number' ? { base_seq } : {}) };
}
