import type { EventActor, Id } from '#contract/fields.ts';
import { insertNotes } from '#server/notes/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { change } from '#server/platform/feed.ts';
import type { Emit } from '#server/platform/emit.ts';
import { storePrd } from '#server/prd/index.ts';
import { insertProject } from '#server/projects/index.ts';
import {
  SAMPLE_DESCRIPTION,
  SAMPLE_LISTS,
  SAMPLE_NAME,
  SAMPLE_PRD,
  type SampleNote,
  type SampleTask,
} from './sample-project.ts';
import type { DraftTask } from '#server/plan/transfer/formats/draft.ts';
import { takeNumbers } from '#server/plan/tree/insert-rows.ts';
import { importDraft } from '#server/plan/transfer/plan-import.ts';
import { readTasks } from '#server/plan/queries.ts';
import { callerOf } from '#server/plan/baton/caller.ts';
import { requireTask } from '#server/plan/require-task.ts';
import { setStatus, tellLocked } from '#server/plan/tree/set-status.ts';
import { writeSnapshot } from '#server/plan/checkpoints/write-snapshot.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Adds a project with lists, nested tasks, notes and a held baton, whatever the project limit. */
export async function addSampleProject(ctx: Context, input: { userId: Id }): Promise<{ projectId: Id; tasks: number }> {
  const incoming = draftSample(ctx.now());
  return change(ctx, async (tx, emit) => {
    const fields = { userId: input.userId, name: SAMPLE_NAME, description: SAMPLE_DESCRIPTION };
    const projectId = await insertProject(ctx, tx, emit, fields);
    await takeNumbers(tx, projectId, incoming.plan.tasks.length);
    await writeSnapshot(ctx, tx, projectId, incoming.plan);
    await insertNotes(tx, projectId, incoming.notes);
    await storePrd(tx, projectId, { content: SAMPLE_PRD, filename: 'harbor-api.md', now: ctx.now() });
    emit(`project:${projectId}`, 'plan.replaced', { cause: 'import' });
    for (const { title, heldBy } of flatten(SAMPLE_LISTS.flatMap(({ tasks }) => tasks))) {
      const task = incoming.plan.tasks.find((each) => each.title === title);
      if (heldBy !== undefined && task !== undefined)
        await letHold(ctx, tx, emit, { userId: input.userId, projectId, taskId: task.id, name: heldBy });
    }
    return { projectId, tasks: incoming.plan.tasks.length };
  });
}

function draftSample(now: Date) {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const lists = SAMPLE_LISTS.map(({ name, brief, daysAgo, tasks }) => ({
    name,
    brief,
    tasks: tasks.map((task) => draftTask(task, ago(daysAgo * 24 * HOUR_MS), ago)),
  }));
  const system: EventActor = { kind: 'system', id: null, name: 'Baton' };
  const incoming = importDraft({ name: SAMPLE_NAME, description: undefined, lists, notes: [] }, [], system, now);
  const authors = new Map(
    flatten(SAMPLE_LISTS.flatMap(({ tasks }) => tasks)).flatMap((task) =>
      (task.notes ?? []).map((note) => [note.body, note.by]),
    ),
  );
  for (const note of incoming.notes)
    note.author = { kind: 'agent', id: null, name: authors.get(note.body) ?? 'codex-cli' };
  return incoming;
}

function draftTask(task: SampleTask, created: string, ago: (ms: number) => string): DraftTask {
  const { title, description, doneHoursAgo } = task;
  return {
    key: title,
    title,
    description,
    checks: task.checks ?? [],
    status: doneHoursAgo === undefined ? 'open' : 'done',
    notes: (task.notes ?? []).map(({ type, body, minutesAgo }: SampleNote) => ({
      type,
      body,
      created_at: ago(minutesAgo * MINUTE_MS),
    })),
    dependsOn: task.after ?? [],
    children: (task.steps?.tasks ?? []).map((step) => draftTask(step, created, ago)),
    ...(task.steps === undefined ? {} : { brief: task.steps.brief }),
    created_at: created,
    ...(doneHoursAgo === undefined ? {} : { completed_at: ago(doneHoursAgo * HOUR_MS) }),
  };
}

const flatten = (tasks: readonly SampleTask[]): SampleTask[] =>
  tasks.flatMap((task) => [task, ...flatten(task.steps?.tasks ?? [])]);

/** Claims as the agent itself would. */
async function letHold(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  { userId, projectId, taskId, name }: { userId: Id; projectId: Id; taskId: Id; name: string },
): Promise<void> {
  const agent: Context = { ...ctx, actor: { kind: 'agent', userId, projectId, name } };
  const owned = await requireTask(agent, tx, taskId);
  await setStatus(agent, tx, emit, owned, 'wip', callerOf(agent));
  tellLocked(emit, owned, ctx.now());
  for (const task of await readTasks(tx, [taskId])) emit(`project:${projectId}`, 'task.updated', task);
}
