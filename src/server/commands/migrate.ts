import { UsageError } from './usage-error.ts';
import { withServices } from './with-services.ts';

export async function migrate(args: string[]): Promise<number> {
  if (args.length > 0) throw new UsageError();
  // Opening the database has migrated it.
  await withServices('migrate', async () => console.log('The database is up to date.'));
  return 0;
}
