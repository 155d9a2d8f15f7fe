import type { RequestOf } from '#contract/endpoint.ts';
import type { ImportReport, importProject as endpoint } from '#contract/transfer.ts';
import { importProject } from '#server/plan/transfer/import-project.ts';
import type { Context } from '#server/platform/context.ts';

/** Imports like a JSON body. */
export const importContent = (
  ctx: Context,
  body: Partial<RequestOf<typeof endpoint>> & { content: string },
): Promise<ImportReport> =>
  importProject(ctx, { chunks: [Buffer.from(JSON.stringify(body))], isJson: true, wishes: {} });
