import type { Services } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { isUnclaimed } from '../appoint-first-admin.ts';
import { currentCall } from '../engine-call.ts';
import { signUpClosed } from '../refusals.ts';
import { normaliseEmail } from '../rules.ts';
import { findInvitation } from './queries.ts';

type Asked = Pick<Services, 'db' | 'settings' | 'config' | 'mail'>;

/**
 * Whether an address may sign up. A service is open to everyone. A team admits the addresses its operator named as
 * administrators, invited ones and those of allowed domains; and, on a new instance without SMTP, the person at its
 * console.
 */
export async function mayJoin(services: Asked, address: string): Promise<boolean> {
  const { instanceKind, signUpBy, allowedDomains } = await services.settings.read();
  if (instanceKind !== 'team') return true;
  const email = normaliseEmail(address);
  if (services.config.adminEmails.includes(email)) return true;
  if (signUpBy === 'domain' && allowedDomains.includes(email.slice(email.lastIndexOf('@') + 1))) return true;
  if ((await findInvitation(services.db, { email })) !== undefined) return true;
  return isUnclaimed(services);
}

export async function requireMayJoin(services: Asked, email: string): Promise<void> {
  if (!(await mayJoin(services, email))) throw signUpClosed();
}

/** Every new account passes here, by password or by Google; the reason of a refusal is left for the redirect. */
export async function admitNewcomer(services: Asked, email: string): Promise<void> {
  try {
    await requireMayJoin(services, email);
  } catch (error) {
    const call = currentCall();
    if (call !== undefined && error instanceof AppError) call.refusal = 'sign_up_closed';
    throw error;
  }
}
