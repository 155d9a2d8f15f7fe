import type { SafetyReport } from '#contract/admin-safety.ts';
import {
  countAdministratorsWithoutSecondFactor,
  countKeys,
  listAdministrators,
  listUnclaimedAdministrators,
  requireAdministrator,
} from '#server/auth/index.ts';
import type { Config } from '#server/platform/config.ts';
import type { Context } from '#server/platform/context.ts';
import { isLocalUrl, isLoopback } from '#server/platform/local-address.ts';
import type { Facts } from './facts.ts';
import { judgeAll } from './judge-all.ts';
import { findLastBackup, listForwarders, readDatabaseFacts } from './queries.ts';
import { readProcess, readSecretSource } from './read-machine.ts';
import { IDLE_DAYS } from './rules-of-access.ts';

const DAY_MS = 86_400_000;

/** Judges the server that answers, its settings and the shared database, as they are at this moment. */
export async function checkSafety(ctx: Context): Promise<SafetyReport> {
  requireAdministrator(ctx);
  const facts = await gatherFacts(ctx);
  return {
    checkedAt: facts.now.toISOString(),
    reach: facts.isReached ? 'others' : 'this machine',
    ...judgeAll(facts),
  };
}

async function gatherFacts(ctx: Context): Promise<Facts> {
  const { config, db } = ctx;
  const now = ctx.now();
  return {
    now,
    config,
    isReached: isReached(config),
    settings: await ctx.settings.read(),
    forwarders: await listForwarders(db),
    administrators: await listAdministrators(db, config),
    withoutSecondFactor: await countAdministratorsWithoutSecondFactor(db, config),
    unclaimed: await listUnclaimedAdministrators(db, config),
    keys: await countKeys(db, { now, idleSince: new Date(now.getTime() - IDLE_DAYS * DAY_MS) }),
    lastBackup: await findLastBackup(db),
    secret: await readSecretSource(config),
    database: await readDatabaseFacts(ctx.database.pool),
    process: readProcess(),
  };
}

/** A public address, a trusted proxy or an open port: each means that others are expected. */
const isReached = ({ url, host, trustedProxies }: Config): boolean =>
  !isLocalUrl(url) || trustedProxies.length > 0 || !(isLoopback(host) || host === 'localhost');
