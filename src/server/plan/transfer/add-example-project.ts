import type { EventActor, Id } from '#contract/fields.ts';
import { lockAccount } from '#server/billing/index.ts';
import { insertNotes } from '#server/notes/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { change } from '#server/platform/feed.ts';
import type { Emit } from '#server/platform/emit.ts';
import { storePrd } from '#server/prd/index.ts';
import { insertProject, requirePlaceForProject } from '#server/projects/index.ts';
import {
  EXAMPLE_DESCRIPTION,
  EXAMPLE_LISTS,
  EXAMPLE_NAME,
  EXAMPLE_PRD,
  type ExampleNote,
  type ExampleTask,
} from './example-project.ts';
import type { DraftTask } from './formats/draft.ts';
import { takeNumbers } from '../tree/insert-rows.ts';
import { importDraft } from './plan-import.ts';
import { readTasks } from '../queries.ts';
import { callerOf } from '../baton/caller.ts';
import { requireTask } from '../require-task.ts';
import { setStatus, tellLocked } from '../tree/set-status.ts';
import { writeSnapshot } from '../checkpoints/write-snapshot.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Adds an example project with lists, nested tasks, notes and a held baton. With `isCounted` it must fit into the
 * account's project limit.
 */
export async function addExampleProject(
  ctx: Context,
  input: { userId: Id; isCounted?: boolean },
): Promise<{ projectId: Id; tasks: number }> {
  const incoming = draftExample(ctx.now());
  return change(ctx, async (tx, emit) => {
    if (input.isCounted === true) {
      await lockAccount(tx, input.userId);
      await requirePlaceForProject(ctx, tx, input.userId);
    }
    const fields = { userId: input.userId, name: EXAMPLE_NAME, description: EXAMPLE_DESCRIPTION };
    const projectId = await insertProject(ctx, tx, emit, fields);
    await takeNumbers(tx, projectId, incoming.plan.tasks.length);
    await writeSnapshot(ctx, tx, projectId, incoming.plan);
    await insertNotes(tx, projectId, incoming.notes);
    await storePrd(tx, projectId, { content: EXAMPLE_PRD, filename: 'harbor-api.md', now: ctx.now() });
    emit(`project:${projectId}`, 'plan.replaced', { cause: 'import' });
    for (const { title, heldBy } of flatten(EXAMPLE_LISTS.flatMap(({ tasks }) => tasks))) {
      const task = incoming.plan.tasks.find((each) => each.title === title);
      if (heldBy !== undefined && task !== undefined)
        await letHold(ctx, tx, emit, { userId: input.userId, projectId, taskId: task.id, name: heldBy });
    }
    return { projectId, tasks: incoming.plan.tasks.length };
  });
}

function draftExample(now: Date) {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const lists = EXAMPLE_LISTS.map(({ name, brief, daysAgo, tasks }) => ({
    name,
    brief,
    tasks: tasks.map((task) => draftTask(task, ago(daysAgo * 24 * HOUR_MS), ago)),
  }));
  const system: EventActor = { kind: 'system', id: null, name: 'Baton' };
  const incoming = importDraft({ name: EXAMPLE_NAME, description: undefined, lists, notes: [] }, [], system, now);
  const authors = new Map(
    flatten(EXAMPLE_LISTS.flatMap(({ tasks }) => tasks)).flatMap((task) =>
      (task.notes ?? []).map((note) => [note.body, note.by]),
    ),
  );
  for (const note of incoming.notes)
    note.author = { kind: 'agent', id: null, name: authors.get(note.body) ?? 'codex-cli' };
  return incoming;
}

function draftTask(task: ExampleTask, created: string, ago: (ms: number) => string): DraftTask {
  const { title, description, doneHoursAgo } = task;
  return {
    key: title,
    title,
    description,
    checks: task.checks ?? [],
    status: doneHoursAgo === undefined ? 'open' : 'done',
    notes: (task.notes ?? []).map(({ type, body, minutesAgo }: ExampleNote) => ({
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

const flatten = (tasks: readonly ExampleTask[]): ExampleTask[] =>
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
