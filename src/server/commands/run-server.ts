import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type App, buildApp } from '../app.ts';
import { loadCommonPasswords, resolveSecret } from '../auth/index.ts';
import type { Config } from '../platform/config.ts';
import { setTimeout } from '../platform/guard.ts';
import { standsAlone } from '../platform/http/caller.ts';
import { createLogger } from '../platform/log.ts';
import { StartError } from '../platform/start-error.ts';
import { openServices } from '../services.ts';
import { giveMemoryBack } from './give-memory-back.ts';
import type { OpenDatabase } from './open-database.ts';
import { noteAddress } from './server-address.ts';
import { sweepHourly } from './sweep-hourly.ts';
import { tellSafety } from './tell-safety.ts';
import { tendPayments } from './tend-payments.ts';
import { warnOfProxies } from './warn-of-proxies.ts';

const WEB_DIRECTORY = join(import.meta.dirname, '../../../dist/web');
const STOP_WITHIN_MS = 10_000;
const LAST_ROUND_MS = 2_000;

interface Running {
  /** Resolves when the server has to stop: with the signal that asked for it, or without one after an error. */
  stop: Promise<NodeJS.Signals | undefined>;
  onReady(): void;
}

/** Serves on an open database until it has to stop; then shuts down gracefully, in reverse order of start. */
export async function runServer(database: OpenDatabase, config: Config, { stop, onReady }: Running): Promise<void> {
  const log = createLogger(config.logLevel);
  const services = await openServices(config, database.url, log);
  try {
    const secret = await resolveSecret(config, services.database.pool);
    loadCommonPasswords();
    const app = await buildApp(services, { secret, webDirectory: WEB_DIRECTORY });
    await listen(config, app);
    const stopSweeping = sweepHourly(services);
    const stopTending = tendPayments(app, log);
    const stopTidying = giveMemoryBack();
    const forgetAddress = noteAddress(config);
    announce(config, database, services.mail.kind === 'outbox');
    onReady();
    warnOfProxies(config, log);
    const safetyTold = tellSafety(services);

    log.info({ signal: await stop }, 'stopping');
    app.drain();
    await wait(config.drainSeconds * 1_000);
    // Hard limit for the shutdown: supervisors send SIGKILL after ten seconds.
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    forgetAddress();
    stopSweeping();
    stopTidying();
    // An unresponsive provider delays only its own periodic job; what that leaves undone is due again at the next
    // start.
    await Promise.race([Promise.all([stopTending(), safetyTold]), wait(LAST_ROUND_MS, undefined, { ref: false })]);
    services.database.writer.stopWaiting();
    await app.close();
  } finally {
    await services.dispose();
  }
}

async function listen({ port, host }: Config, app: App): Promise<void> {
  await app.http.listen({ port, host }).catch(async (error: unknown) => {
    await app.close();
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (error.code === 'EADDRINUSE')
      throw new StartError(`Port ${port} is taken. Stop what uses it, or choose another, such as PORT=${port + 1}.`);
    if (error.code === 'EACCES')
      throw new StartError(
        `Port ${port} needs rights this user does not have. Choose one above 1023, such as PORT=3000.`,
      );
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
      throw new StartError(`HOST takes an address of this machine; ${host} is not one.`);
    throw error;
  });
}

function announce(config: Config, database: OpenDatabase, outbox: boolean): void {
  console.log(`Baton is ready at ${config.url}`);
  if (config.databaseUrl === undefined) console.log(`Its data is in ${config.dataDirectory} (BATON_DATA).`);
  if (!database.isNew) return;
  console.log(`First: open ${config.url}/signup and create your account.`);
  if (!outbox) return;
  const also = standsAlone(config) ? `at ${config.url}/outbox` : 'by the command "baton outbox"';
  console.log(
    `Mails are not sent yet: confirmation links appear here and ${also}. The first account to confirm becomes administrator.`,
  );
}
