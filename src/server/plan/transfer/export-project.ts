import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { AccountExport, exportProject as endpoint } from '#contract/transfer.ts';
import { getMe, listMyActivity } from '#server/auth/index.ts';
import { exportSubscription } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { listProjects, requireProject } from '#server/projects/index.ts';
import { measureExport } from './exporting/measure-export.ts';
import { readExportedPlan, readExportedProject } from './exporting/read-project.ts';
import { writeMarkdown } from './formats/write-markdown.ts';

/** Exports a project as one document, from one snapshot. */
export async function exportProject(
  ctx: Context,
  { id, format, checkpoints = 'all' }: Pick<InputOf<typeof endpoint>, 'id' | 'format'> & { checkpoints?: string },
): Promise<AnswerOf<typeof endpoint>> {
  return atOneMoment(ctx, async (tx) => {
    const project = await requireProject(ctx, id, { db: tx });
    if (format === 'json') return readExportedProject(ctx, tx, project, { checkpoints, size: measureExport() });
    return { format: 'markdown', ...writeMarkdown(await readExportedPlan(tx, project, measureExport())) };
  });
}

/** What other features keep about the caller's projects. */
export interface AccountParts {
  exportNotifications: (ctx: Context, projectIds: readonly Id[]) => Promise<AccountExport['notifications']>;
}

/** Exports everything stored about the caller in one document. A project of others is its owner's to take away. */
export async function exportAccount(ctx: Context, { exportNotifications }: AccountParts): Promise<AccountExport> {
  const account = await getMe(ctx);
  const projects: AccountExport['projects'] = [];
  for (const { id } of (await listProjects(ctx)).filter(({ role }) => role === 'owner'))
    projects.push(
      await atOneMoment(ctx, async (tx) =>
        readExportedProject(ctx, tx, await requireProject(ctx, id, { db: tx }), { checkpoints: 'all' }),
      ),
    );
  const subscription = await exportSubscription(ctx, account.id);
  const notifications = await exportNotifications(
    ctx,
    projects.map(({ project }) => project.id),
  );
  const activity = await listMyActivity(ctx);
  return { exported_at: ctx.now().toISOString(), account, activity, subscription, projects, notifications };
}

const atOneMoment = <T>(ctx: Context, read: (tx: Tx) => Promise<T>): Promise<T> =>
  ctx.db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });
