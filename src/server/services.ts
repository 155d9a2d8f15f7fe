import { resolveSecret } from './auth/index.ts';
import { adoptKind } from './platform/adopt-kind.ts';
import { type Bus, openBus } from './platform/bus.ts';
import type { Config } from './platform/config.ts';
import type { Services } from './platform/context.ts';
import { type DatabaseClock, followDatabaseClock } from './platform/database-clock.ts';
import { type DatabaseClient, connectDatabase } from './platform/db/client.ts';
import { createErrorLog } from './platform/error-log.ts';
import { onReportedError } from './platform/guard.ts';
import type { Logger } from './platform/log.ts';
import { createMailer, dropOpenLinks } from './platform/mail/index.ts';
import { createMetrics } from './platform/metrics.ts';
import { createSealer } from './platform/seal.ts';
import { createSettingsReader } from './platform/settings.ts';

export interface OpenServices extends Services {
  /** Closes everything in reverse order of dependency. */
  dispose(): Promise<void>;
}

/** Opens what a server process needs, on a database that is already migrated. */
export async function openServices(
  config: Config,
  databaseUrl: string,
  log: Logger,
  clock?: () => Date,
): Promise<OpenServices> {
  const database: DatabaseClient = connectDatabase(databaseUrl, { max: config.databasePool, log });
  const opened: { bus: Bus; time: DatabaseClock | undefined } = await openTime(config, database, clock)
    .then(async (time) => {
      await adoptKind(database.db, config);
      return { time, bus: await openBus(database.writer, log) };
    })
    .catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
  const { bus, time } = opened;
  const now = clock ?? time?.now ?? (() => new Date());
  await dropOpenLinks(database.db);
  const metrics = createMetrics(database.pool);
  const errorLog = createErrorLog(database.pool, log, now, metrics.errorsTotal);
  const stopRecording = onReportedError((error, level) => errorLog.record({ level, category: 'service', error }));
  const sealer = createSealer(() => resolveSecret(config, database.pool));
  const mail = createMailer({ config, db: database.db, log, now, sealer, errorLog });
  return {
    config,
    database,
    db: database.db,
    bus,
    log,
    mail,
    errorLog,
    sealer,
    metrics,
    settings: createSettingsReader(database.db, bus),
    now,
    databaseTime: clock ?? (time === undefined ? now : () => null),
    dispose: async () => {
      time?.stop();
      await mail.close();
      stopRecording();
      await errorLog.flush();
      await bus.close();
      await database.close();
    },
  };
}

/** Tests that set the clock of a whole process must not have it corrected by the database's clock. */
async function openTime(
  { hasOwnClock }: Config,
  { pool }: DatabaseClient,
  clock: (() => Date) | undefined,
): Promise<DatabaseClock | undefined> {
  return clock !== undefined || hasOwnClock ? undefined : followDatabaseClock(pool);
}
