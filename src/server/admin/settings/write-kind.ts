import type { KindChoice } from '#contract/instance-kind.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { systemSettings } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { SETTINGS_TOPIC, type SystemSettings, TIERS_TOPIC } from '#server/platform/settings.ts';
import { notify } from './queries.ts';

/** Writes the kind of instance into the locked settings row and notifies what has changed. User data is not touched. */
export async function writeKind(
  ctx: Context,
  tx: Tx,
  held: SystemSettings,
  choice: KindChoice,
): Promise<{ after: SystemSettings; isOther: boolean }> {
  requireChoice(ctx, choice);
  const changed = {
    instanceKind: choice.kind,
    signUpBy: choice.sign_up_by,
    allowedDomains: [...new Set(choice.domains)],
    builtInPlanner: choice.built_in_planner ?? held.builtInPlanner,
    privateWebhooks: choice.private_webhooks ?? held.privateWebhooks,
  };
  await tx.update(systemSettings).set(changed);
  const isOther = (held.instanceKind === 'team') !== (choice.kind === 'team');
  await notify(tx, SETTINGS_TOPIC, 'saved');
  // Clients that show the limits of either tier refetch them.
  if (isOther) await notify(tx, TIERS_TOPIC, 'free,pro');
  return { after: { ...held, ...changed }, isOther };
}

function requireChoice({ config }: Context, { kind, sign_up_by, domains, private_webhooks }: KindChoice): void {
  if (config.kind !== undefined && config.kind !== kind)
    throw new AppError(
      'CONFLICT',
      `BATON_KIND sets this instance to ${config.kind}. Change the variable and start the server again.`,
    );
  const { privateWebhooks } = config;
  if (privateWebhooks !== undefined && private_webhooks !== undefined && private_webhooks !== privateWebhooks)
    throw new AppError(
      'CONFLICT',
      `BATON_PRIVATE_WEBHOOKS is ${privateWebhooks ? 'on' : 'off'}. Change the variable and start the server again.`,
    );
  if (kind === 'team' && sign_up_by === 'domain' && domains.length === 0) {
    const message = 'Name a domain whose people may join, or let only invited people in.';
    throw new AppError('VALIDATION_ERROR', message, { issues: [{ path: 'domains', message }] });
  }
}

export const kindFields = ({
  instanceKind,
  signUpBy,
  allowedDomains,
  builtInPlanner,
  privateWebhooks,
}: SystemSettings) => ({
  kind: instanceKind,
  signUpBy,
  domains: allowedDomains.join(', '),
  builtInPlanner,
  privateWebhooks,
});
