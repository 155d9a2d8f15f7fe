import { Readable } from 'node:stream';
import type { exportErrors as endpoint } from '#contract/admin-logs.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Context } from '#server/platform/context.ts';
import type { Download } from '#server/platform/http/download.ts';
import { type ErrorFilter, type ExportedError, readErrors } from './queries.ts';
import { csvLine } from './rules.ts';

/** Without a byte order mark spreadsheets decode the file in a legacy encoding. */
const BYTE_ORDER_MARK = '\uFEFF';
const NAMES = ['timestamp', 'level', 'category', 'message', 'request_id', 'resolved', 'context'];

/** Every recorded occurrence as CSV, streamed while it is read, and escaped against formula injection. */
export async function exportErrors(ctx: Context, input: InputOf<typeof endpoint>): Promise<Download> {
  const { format: _csv, ...filter } = input;
  return {
    filename: `baton-errors-${ctx.now().toISOString().slice(0, 10)}.csv`,
    type: 'text/csv; charset=utf-8',
    body: Readable.from(linesOf(ctx, filter), { objectMode: false }),
  };
}

async function* linesOf(ctx: Context, filter: ErrorFilter): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(NAMES);
  for await (const rows of readErrors(ctx.database.pool, filter)) yield rows.map(lineOf).join('');
}

const lineOf = (row: ExportedError) =>
  csvLine([
    row.at,
    row.level,
    row.category,
    row.message,
    row.request_id ?? '',
    String(row.resolved),
    row.context ?? '',
  ]);
