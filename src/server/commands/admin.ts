import { grantAdmin, invitePerson, revokeAdmin, turnOffForEmail } from '../auth/index.ts';
import { UsageError } from './usage-error.ts';
import { withServices } from './with-services.ts';

export async function admin([action, ...args]: string[]): Promise<number> {
  if (action === 'two-factor') return turnTwoFactorOff(args);
  const [email, ...rest] = args;

  if (email === undefined || rest.length > 0) throw new UsageError();
  if (action === 'grant') {
    await withServices('admin grant', (ctx) => grantAdmin(ctx, { email }));
    console.log(`${email} is an administrator now.`);
    return 0;
  }
  if (action === 'revoke') {
    await withServices('admin revoke', (ctx) => revokeAdmin(ctx, { email }));
    console.log(`${email} is no longer an administrator.`);
    return 0;
  }
  if (action === 'invite') {
    const invitation = await withServices('admin invite', (ctx) => invitePerson(ctx, { email }));
    const mailed = invitation.sent_at === null ? ' No mail could be sent: tell them to sign up.' : '';
    console.log(`${invitation.email} may sign up now.${mailed}`);
    return 0;
  }
  throw new UsageError();
}

async function turnTwoFactorOff([what, email, ...rest]: string[]): Promise<number> {
  if (what !== 'off' || email === undefined || rest.length > 0) throw new UsageError();
  const { wasOn } = await withServices('admin two-factor off', (ctx) => turnOffForEmail(ctx, { email }));
  console.log(wasOn ? `${email} signs in without a second factor now.` : `${email} has no second factor.`);
  return 0;
}
