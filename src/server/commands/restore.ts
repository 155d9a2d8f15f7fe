import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import pg from 'pg';
import { adoptSecret } from '../auth/index.ts';
import { restoreBackup } from '../platform/backup/index.ts';
import { StartError } from '../platform/start-error.ts';
import { UsageError } from './usage-error.ts';
import { withServices } from './with-services.ts';

export async function restore([file, ...rest]: string[]): Promise<number> {
  if (file === undefined || rest.length > 0) throw new UsageError();
  await access(file).catch(() => {
    throw new StartError(`There is no file ${file} that can be read.`);
  });
  await withServices('restore', async (ctx) => {
    // A pool of its own without a statement timeout: building an index over years of rows may take long.
    const connectionString = await ctx.database.writer.find();
    const patient = new pg.Pool({ connectionString, max: 1, application_name: 'baton restore' });
    const { rows, createdAt } = await restoreInto(patient, file);
    const { changed } = await adoptSecret(ctx);
    console.log(`${rows} rows are back, as of ${createdAt}.`);
    if (changed) console.log('The backup was made under another BATON_SECRET: everyone signs in again.');
  });
  return 0;
}

async function restoreInto(pool: pg.Pool, file: string): ReturnType<typeof restoreBackup> {
  try {
    return await restoreBackup(pool, createReadStream(file));
  } finally {
    await pool.end();
  }
}
