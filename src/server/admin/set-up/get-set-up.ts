import type { SetUpState } from '#contract/set-up.ts';
import { isFirstAdministrator, requireAdministrator, requireUser } from '#server/auth/index.ts';
import { readOffer } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { newId } from '#server/platform/id.ts';
import { presentPlanner } from '../settings/present-planner.ts';
import { readSettings, readTiers } from '../settings/queries.ts';
import { presentMailTest } from './present.ts';
import { findLastCall, findMailTest } from './queries.ts';
import { isLocalAddress, mailServerOf } from './rules.ts';

/** The questions of the set-up screen and what the server has detected; probes are answered by the set-up status. */
export async function getSetUp(ctx: Context): Promise<SetUpState> {
  requireAdministrator(ctx);
  const { userId } = requireUser(ctx);
  const { config, db } = ctx;
  const row = await readSettings(db);
  const tiers = await readTiers(db);
  const test = await findMailTest(db, ctx.now());
  return {
    is_due: row.setUpAt === null && (await isFirstAdministrator(db, config, userId)),
    kind: row.instanceKind,
    from_environment: config.kind !== undefined,
    sign_up_by: row.signUpBy,
    domains: row.allowedDomains,
    mail: {
      server: mailServerOf(config.smtpUrl),
      from: config.mailFrom,
      test: test === undefined ? null : presentMailTest(test),
    },
    planner: presentPlanner(config, row),
    address: { url: config.url, is_local: isLocalAddress(config.url) },
    offer: await readOffer(ctx, userId),
    free_projects: tiers.free.max_projects,
    pro_projects: tiers.pro.max_projects,
    project_id: newId(),
    agent_called_at: (await findLastCall(db, userId))?.toISOString() ?? null,
  };
}
