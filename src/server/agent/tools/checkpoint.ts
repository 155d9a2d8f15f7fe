import { z } from 'zod';
import type { Checkpoint } from '#contract/checkpoint.ts';
import { CHECKPOINT_NAME_MAX } from '#contract/constants.ts';
import { Id, requiredText } from '#contract/fields.ts';
import { BUDGET_DEFAULT } from '#contract/tools.ts';
import {
  diffCheckpoint,
  listCheckpoints,
  requireCheckpoint,
  restoreCheckpoint,
  saveCheckpoint,
} from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError, notFound } from '#server/platform/error.ts';
import { clockOf, composeAnswer, composePage, oneLine } from '../rules.ts';
import { type Answer, defineTool, destroying } from '../tool.ts';

const LISTED = 20;

const Input = z.strictObject({
  action: z.enum(['save', 'list', 'diff', 'restore']),
  name: requiredText(CHECKPOINT_NAME_MAX).optional(),
  id: requiredText(64).optional(),
});
type Input = z.infer<typeof Input>;

async function answerCheckpoint(ctx: Context, projectId: Id, input: Input): Promise<Answer> {
  switch (input.action) {
    case 'save': {
      const saved = await saveCheckpoint(ctx, { id: projectId, name: input.name ?? 'Saved by an agent' });
      return { text: `Saved: ${describe(saved, ctx.now())}`, data: saved };
    }
    case 'list': {
      const page = await listCheckpoints(ctx, { id: projectId, limit: LISTED });
      const lines = page.items.map((each) => describe(each, ctx.now()));
      const { text } = composePage(lines, BUDGET_DEFAULT, (shown) =>
        page.nextCursor === null && shown === lines.length
          ? undefined
          : '(older ones are left out; diff and restore take their names)',
      );
      return { text: lines.length === 0 ? 'No checkpoints yet.' : text, data: page };
    }
    case 'diff':
      return diff(ctx, await requireId(ctx, projectId, input));
    case 'restore': {
      const restored = await restoreCheckpoint(ctx, { id: await requireId(ctx, projectId, input) });
      return {
        text: `Restored “${oneLine(restored.checkpoint.name, 80)}”: ${restored.tasks} tasks. To undo: checkpoint action=restore id=${restored.undo.id}`,
        data: restored,
      };
    }
  }
}

export const checkpointTool = defineTool({
  name: 'checkpoint',
  description: 'Keep and restore the plan.',
  annotations: destroying('Checkpoints'),
  input: Input,
  untaught: [],
  answer: answerCheckpoint,
});

const describe = ({ id, name, task_count, done_count, created_at, author }: Checkpoint, now: Date) =>
  `${id} “${oneLine(name, 80)}” ${done_count}/${task_count} done, ${author.name}, ${clockOf(created_at, now)}`;

async function diff(ctx: Context, id: Id): Promise<Answer> {
  const found = await diffCheckpoint(ctx, { id });
  const sign = { added: '+', removed: '-', changed: '~' } as const;
  const text = composeAnswer(
    [
      {
        rank: 0,
        lines: [
          `Since “${oneLine(found.checkpoint.name, 80)}”: ${found.added} added, ${found.removed} removed, ${found.changed} changed`,
        ],
      },
      {
        rank: 1,
        lines: found.changes.map(
          ({ kind, what, label, details }) =>
            `${sign[kind]} ${what === 'task' ? '' : `${what.replace('_', ' ')} `}${oneLine(label, 120)}${details.length > 0 ? ` (${oneLine(details.join('; '), 160)})` : ''}`,
        ),
        hidden: found.left_out,
        more: (left) => `(${left} more)`,
      },
    ],
    BUDGET_DEFAULT,
  );
  return { text, data: found };
}

/** Resolves an id or a name (the newest of it) within this project only. */
async function requireId(ctx: Context, projectId: Id, input: Input): Promise<Id> {
  const id = Id.safeParse(input.id);
  if (id.success) {
    const { project } = await requireCheckpoint(ctx, ctx.db, id.data);
    if (project.id !== projectId) throw notFound('The checkpoint');
    return id.data;
  }
  const name = input.id ?? input.name;
  if (name === undefined)
    throw new AppError('VALIDATION_ERROR', `checkpoint action=${input.action} needs id; action=list shows them.`);
  const { items } = await listCheckpoints(ctx, { id: projectId, limit: 100 });
  const found = items.find((each) => each.name === name || each.id.startsWith(name.toLowerCase()));
  if (found === undefined)
    throw new AppError(
      'NOT_FOUND',
      `There is no checkpoint ${JSON.stringify(oneLine(name, 60))}; action=list shows them.`,
    );
  return found.id;
}
