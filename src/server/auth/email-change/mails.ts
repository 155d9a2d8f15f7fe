import { PRODUCT } from '#contract/constants.ts';
import { EMAIL_CHANGE_HOURS } from '#contract/email-change.ts';
import type { Context } from '#server/platform/context.ts';
import { type Mail, renderMail } from '#server/platform/mail/index.ts';

interface Change {
  oldEmail: string;
  newEmail: string;
}

const linkOf = (url: string, token: string) => `${url}/confirm-email?${new URLSearchParams({ token })}`;
const LIVES = `The link works for ${EMAIL_CHANGE_HOURS} hours, and only until another change is asked for.`;

/** To the present address, whose owner may stop the change. */
export function writeToOld({ config }: Context, { oldEmail, newEmail }: Change, token: string): Mail {
  const link = linkOf(config.url, token);
  const content = renderMail({
    product: PRODUCT,
    title: 'Change your email address?',
    paragraphs: [
      `Somebody, hopefully you, asked to change the address of the ${PRODUCT} account of ${oldEmail} to ${newEmail}.`,
      `It is changed once the links in this mail and in the one to ${newEmail} were both confirmed. ${LIVES}`,
    ],
    action: { label: 'Confirm the change', url: link },
    footer: 'If this was not you, open the link and stop the change; then choose a new password.',
  });
  return { to: oldEmail, subject: `Change your email address for ${PRODUCT}?`, link, opensAccount: true, ...content };
}

export function writeToNew({ config }: Context, { newEmail }: Change, token: string): Mail {
  const link = linkOf(config.url, token);
  const content = renderMail({
    product: PRODUCT,
    title: 'Confirm your new email address',
    paragraphs: [
      `Somebody, hopefully you, wants to use ${newEmail} for their ${PRODUCT} account.`,
      `It is changed once this link and the one in the mail to the present address were both confirmed. ${LIVES}`,
    ],
    action: { label: 'Confirm the address', url: link },
    footer: 'If this was not you, do nothing: without this link the address stays as it is.',
  });
  return {
    to: newEmail,
    subject: `Confirm your new email address for ${PRODUCT}`,
    link,
    opensAccount: true,
    ...content,
  };
}

/** To a new address that is taken: whoever asked is not told, its owner is. */
export function writeTaken({ config }: Context, { newEmail }: Change): Mail {
  const link = `${config.url}/login`;
  const content = renderMail({
    product: PRODUCT,
    title: 'Your address has an account already',
    paragraphs: [
      `Somebody, hopefully you, wanted to use ${newEmail} for another ${PRODUCT} account. It has one already, so nothing changes.`,
      'To use it there, delete this account first or change its address.',
    ],
    action: { label: 'Sign in', url: link },
    footer: 'If this was not you, there is nothing to do.',
  });
  return { to: newEmail, subject: `${newEmail} has a ${PRODUCT} account already`, link, ...content };
}

/** To the address that was. */
export function writeDone({ config, now }: Context, { oldEmail, newEmail }: Change): Mail {
  const link = `${config.url}/login`;
  const time = now().toISOString();
  const content = renderMail({
    product: PRODUCT,
    title: 'Your email address was changed',
    paragraphs: [
      `The address of your ${PRODUCT} account was changed from ${oldEmail} to ${newEmail} on ${time.slice(0, 10)} at ${time.slice(11, 16)} UTC.`,
      'Every other device was signed out. Mails go to the new address from now on.',
    ],
    action: { label: 'Sign in', url: link },
    footer: 'If this was not you, write to the administrator of this server at once.',
  });
  return { to: oldEmail, subject: `Your email address for ${PRODUCT} was changed`, link, ...content };
}
