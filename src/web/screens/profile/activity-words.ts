import type { AccountActivity } from '#contract/account-activity.ts';

const WORDS = new Map([
  ['account.claimed', 'Account taken over by the owner of the address'],
  ['admin.first', 'Made an administrator'],
  ['admin.granted', 'Made an administrator'],
  ['admin.revoked', 'No longer an administrator'],
  ['api_key.generated', 'API key made'],
  ['api_key.regenerated', 'API key rotated'],
  ['api_key.reset', 'All API keys revoked'],
  ['api_key.revoked', 'API key revoked'],
  ['api_key.used', 'API key used from a new address'],
  ['app.connected', 'App connected'],
  ['app.disconnected', 'App disconnected'],
  ['apps.disconnected', 'Apps disconnected'],
  ['email.changed', 'Email address changed'],
  ['email.change_asked', 'Change of the email address asked for'],
  ['email.change_stopped', 'Change of the email address stopped'],
  ['email.confirmed', 'Email address confirmed'],
  ['google.linked', 'Google account linked'],
  ['google.unlinked', 'Second Google account unlinked'],
  ['passkey.added', 'Passkey added'],
  ['passkey.removed', 'Passkey removed'],
  ['password.changed', 'Password changed'],
  ['password.link_sent', 'Password reset link sent'],
  ['password.refused', 'Wrong current password'],
  ['password.reset', 'Password reset by link'],
  ['session.ended', 'Session ended'],
  ['sign_in.done', 'Signed in'],
  ['sign_in.failed', 'Wrong password'],
  ['sign_up.repeated', 'Signed up again before the address was confirmed'],
  ['two_factor.codes_made', 'New backup codes made'],
  ['two_factor.failed', 'Wrong code'],
  ['two_factor.off', 'Two-factor authentication turned off'],
  ['two_factor.on', 'Two-factor authentication turned on'],
  ['user.activated', 'Account activated'],
  ['user.limits_set', 'Limits changed'],
  ['user.suspended', 'Account suspended'],
  ['user.tier_set', 'Plan changed'],
]);
const METHODS = new Map([
  ['password', 'with the password'],
  ['passkey', 'with a passkey'],
  ['google', 'with Google'],
  ['confirmation', 'by the confirmation link'],
]);

const SECONDS = new Map([
  ['code', 'and a code'],
  ['backup_code', 'and a backup code'],
]);

/** A list entry: one thing, or the same failure several times in a row. */
export interface ActivityLine extends AccountActivity {
  times: number;
}

/** An action that this version does not know is shown by its name. */
export function activityWords({ action, method, second_factor: second, about, times }: ActivityLine): string {
  const said = [WORDS.get(action) ?? action, METHODS.get(method ?? ''), SECONDS.get(second ?? '')];
  return `${said.filter(Boolean).join(' ')}${about === null ? '' : `: ${about}`}${times > 1 ? `, ${times} times in a row` : ''}`;
}

/** Failures in a row from one address become one line, at the time of the last one. */
export function foldFailures(entries: readonly AccountActivity[]): ActivityLine[] {
  const lines: ActivityLine[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    if (last?.outcome === 'failed' && last.action === entry.action && last.address === entry.address) last.times += 1;
    else lines.push({ ...entry, times: 1 });
  }
  return lines;
}
