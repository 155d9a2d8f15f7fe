import type { Administrator } from '#server/auth/index.ts';
import type { Facts } from './facts.ts';
import { type Judgement, found, ifReached, passed } from './judgement.ts';
import { LINKS } from './links.ts';

/** Who can get an account, and how the accounts of administrators are held. */
export const rulesOfAccess = [judgeSignUp, judgeSecondFactor, judgeIdleAdministrators, judgeUnclaimed];

export const IDLE_DAYS = 90;
const DAY_MS = 86_400_000;
const SHOWN = 3;

/** Where anybody gets an address for nothing. */
const FREE_MAIL = new Set([
  'aol.com',
  'gmail.com',
  'gmx.com',
  'gmx.de',
  'gmx.net',
  'googlemail.com',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'mail.com',
  'mail.ru',
  'me.com',
  'msn.com',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'qq.com',
  'web.de',
  'yahoo.com',
  'yandex.ru',
  'ymail.com',
  '163.com',
]);

function judgeSignUp({ settings, isReached }: Facts): Judgement {
  const id = 'access.sign-up';
  const { instanceKind, signUpBy, allowedDomains } = settings;
  if (instanceKind === null)
    return found(id, ifReached(isReached, 'should'), {
      wrong: 'Anyone can sign up: nobody has answered yet who this instance is for.',
      why: 'Until then it is run as a public service.',
      todo: 'Choose under Settings, Instance. For a team sign-up is closed.',
      link: LINKS.settings,
    });
  if (instanceKind === 'service')
    return found(id, 'note', {
      wrong: 'Anyone can sign up: this instance is run as a public service.',
      why: 'That is what a service is for. Whoever signs up can store texts and use the planner within the limits of their plan.',
      todo: 'If it is for a team, choose so under Settings, Instance.',
      link: LINKS.settings,
    });
  const domains = signUpBy === 'domain' ? allowedDomains : [];
  const free = domains.filter((domain) => FREE_MAIL.has(domain.toLowerCase()));
  if (free.length > 0)
    return found(id, ifReached(isReached, 'must'), {
      wrong: `Everyone with an address at ${free.join(' or ')} can sign up.`,
      why: 'Anybody can have such an address within a minute.',
      todo: 'Take it from the allowed domains, and invite these people by their addresses.',
      link: LINKS.settings,
    });
  return passed(
    id,
    domains.length === 0
      ? 'Only invited people can sign up.'
      : `Only invited people and those with a confirmed address at ${domains.join(', ')} can sign up.`,
  );
}

/** A passkey is asked for instead of a password, but does not stop whoever has the password. */
function judgeSecondFactor({ administrators, withoutSecondFactor, isReached }: Facts): Judgement {
  const id = 'access.second-factor';
  if (withoutSecondFactor === 0) return passed(id, 'Every administrator has two-factor authentication turned on.');
  const open = administrators.filter(({ hasSecondFactor }) => !hasSecondFactor);
  const withPasskey = open.filter(({ hasPasskey }) => hasPasskey).length;
  if (withPasskey < withoutSecondFactor)
    return found(id, ifReached(isReached, 'should'), {
      wrong: `${administratorsWho(withoutSecondFactor - withPasskey)} neither two-factor authentication nor a passkey: ${list(open.filter(({ hasPasskey }) => !hasPasskey))}.`,
      why: 'One password that leaks, or one Google account that is taken over, opens the console, and with it every account.',
      todo: 'Turn two-factor authentication on under your account, and ask the others to.',
      link: LINKS.profile,
    });
  return found(id, 'note', {
    wrong: `${administratorsWho(withPasskey)} a passkey, but no two-factor authentication: ${list(open)}.`,
    why: 'Whoever uses the passkey is safe from phishing. The password alone still opens the account.',
    todo: 'Turn two-factor authentication on as well; signing in by passkey does not ask for a code then.',
    link: LINKS.profile,
  });
}

function judgeIdleAdministrators({ administrators, now, isReached }: Facts): Judgement {
  const id = 'access.idle-administrators';
  const since = now.getTime() - IDLE_DAYS * DAY_MS;
  const idle = administrators.filter(({ lastSeenAt }) => lastSeenAt.getTime() < since);
  if (idle.length === 0) return passed(id, `Every administrator was here in the last ${IDLE_DAYS} days.`);
  return found(id, ifReached(isReached, 'should'), {
    wrong: `${idle.length === 1 ? 'An administrator has' : `${idle.length} administrators have`} not been here for ${IDLE_DAYS} days: ${list(idle)}.`,
    why: 'Nobody notices when such an account is taken over.',
    todo: 'Suspend it, or take the right away on the server with `baton admin revoke EMAIL`.',
    link: LINKS.users,
  });
}

function judgeUnclaimed({ unclaimed, config }: Facts): Judgement | undefined {
  const id = 'access.named-administrators';
  if (config.adminEmails.length === 0) return undefined;
  if (unclaimed.length === 0) return passed(id, 'Every address in BATON_ADMIN_EMAILS has a confirmed account.');
  return found(id, 'note', {
    wrong: `\`BATON_ADMIN_EMAILS\` names addresses without a confirmed account: ${unclaimed.slice(0, SHOWN).join(', ')}${moreThan(unclaimed)}.`,
    why: 'Whoever signs up with one and confirms it is an administrator. With a typing error that is a stranger.',
    todo: 'Check the spelling, and take out who does not come.',
    link: LINKS.users,
  });
}

const administratorsWho = (n: number) => (n === 1 ? 'One administrator has' : `${n} administrators have`);
const list = (some: readonly Administrator[]) =>
  `${some
    .slice(0, SHOWN)
    .map(({ email }) => email)
    .join(', ')}${moreThan(some)}`;
const moreThan = ({ length }: readonly unknown[]) => (length > SHOWN ? ` and ${length - SHOWN} more` : '');
