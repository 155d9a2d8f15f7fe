import type { AuditEntry } from '#contract/admin-logs.ts';

const SENTENCES = new Map([
  ['account.claimed', 'Account claimed by its owner'],
  ['account.deleted', 'Account deleted'],
  ['admin.first', 'First administrator appointed'],
  ['admin.granted', 'Made an administrator'],
  ['admin.revoked', 'No longer an administrator'],
  ['api_key.generated', 'API key generated'],
  ['api_key.regenerated', 'API key regenerated'],
  ['api_key.reset', 'API key reset'],
  ['api_key.revoked', 'API key revoked'],
  ['api_key.used', 'API key used from a new address'],
  ['app.connected', 'App connected'],
  ['app.disconnected', 'App disconnected'],
  ['apps.disconnected', 'Apps disconnected when the password changed'],
  ['email.change_asked', 'Change of email address asked for'],
  ['email.change_stopped', 'Change of email address stopped'],
  ['email.changed', 'Email address changed'],
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
  ['sign_in.failed', 'Sign-in failed'],
  ['sign_up.repeated', 'Signed up again before the address was confirmed'],
  ['two_factor.codes_made', 'New backup codes made'],
  ['two_factor.failed', 'Wrong code of a second factor'],
  ['two_factor.off', 'Two-factor authentication turned off'],
  ['two_factor.on', 'Two-factor authentication turned on'],
  ['user.suspended', 'Account suspended'],
  ['user.activated', 'Account activated'],
  ['user.deleted', 'Account deleted'],
  ['user.tier_set', 'Plan changed'],
  ['user.limits_set', 'Limit overrides set'],
  ['settings.saved', 'Settings saved'],
  ['maintenance.on', 'Maintenance mode turned on'],
  ['maintenance.off', 'Maintenance mode turned off'],
  ['maintenance.message', 'Maintenance message changed'],
  ['caches.cleared', 'Cache cleared'],
  ['database.optimized', 'Database optimized'],
  ['database.vacuumed', 'Database vacuumed'],
  ['backup.downloaded', 'Backup downloaded'],
  ['backup.written', 'Backup written by the command'],
  ['sessions.revoked', 'All sessions revoked'],
  ['locks.expired', 'All API-key locks expired'],
  ['instance.saved', 'Instance settings saved'],
  ['instance.set_up', 'Instance set up'],
  ['invitation.created', 'Invitation sent'],
  ['invitation.revoked', 'Invitation revoked'],
  ['keys.rotated', 'Signing keys rotated'],
  ['error.resolved', 'Error resolved'],
  ['error.reopened', 'Error reopened'],
]);

/** Subjects that are not an account. */
const SUBJECTS = new Map([
  ['settings', 'Settings'],
  ['database', 'Database'],
  ['system', 'Every server'],
  ['everybody', 'Everybody'],
]);
const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** An action this version does not know is shown by its name. */
export function auditWords({ action, detail }: Pick<AuditEntry, 'action' | 'detail'>): string {
  if (action === 'user.limits_set' && detail?.['after'] === null) return 'Limit overrides cleared';
  return SENTENCES.get(action) ?? action;
}

/** Whom or what it was done to; a deleted account has no email address any more. */
export function subjectWords({ action, subject, detail }: Pick<AuditEntry, 'action' | 'subject' | 'detail'>): string {
  if (subject === null) return '–';
  if (action.startsWith('error.')) return typeof detail?.['message'] === 'string' ? detail['message'] : 'An error';
  return SUBJECTS.get(subject) ?? (ID.test(subject) ? 'A deleted account' : subject);
}

/** The email address, after the name where there is one. */
export function actorWords({ actor, actorEmail }: Pick<AuditEntry, 'actor' | 'actorEmail'>): string {
  const { kind, id, name } = actor;
  if (kind === 'system' && name === 'visitor') return 'A visitor';
  if (kind === 'system' || id === null) return name === '' ? 'Baton' : name;
  if (actorEmail === null) return name === '' ? 'A deleted account' : `${name} (deleted account)`;
  return name === '' || name === actorEmail ? actorEmail : `${name} (${actorEmail})`;
}
