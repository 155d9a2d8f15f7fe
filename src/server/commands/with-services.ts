import { resolveSecret } from '../auth/index.ts';
import { readConfig } from '../platform/config.ts';
import { type Context, systemContext } from '../platform/context.ts';
import { createLogger } from '../platform/log.ts';
import { openServices } from '../services.ts';
import { openDatabase } from './open-database.ts';

/** Runs a command as the system actor, on the instance that the environment configures. */
export async function withServices<T>(name: string, work: (ctx: Context) => Promise<T>): Promise<T> {
  const config = readConfig();
  const database = await openDatabase(config, (line) => console.error(line));
  try {
    const services = await openServices(config, database.url, createLogger('warn'));
    try {
      await resolveSecret(config, services.database.pool);
      return await work(systemContext(services, `baton ${name}`));
    } finally {
      await services.dispose();
    }
  } finally {
    await database.stop();
  }
}
