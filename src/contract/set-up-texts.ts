import { FIRST_PROMPT, PRODUCT } from './constants.ts';

/** Texts of the first set-up and of the console's section about it. */
export const SET_UP_TEXTS = {
  title: `Set up this ${PRODUCT}`,
  lead: (email: string) =>
    `You are its first administrator, ${email}. Make two choices; the rest is detected. Everything can be changed later in the console.`,
  question: `Who is this ${PRODUCT} for?`,
  team: 'Me and my team',
  service: 'A public service',
  teamPoints: [
    'No plans, no limits, nothing to pay',
    'Sign-up is closed to strangers',
    'You invite people, or allow a domain',
  ],
  servicePoints: [
    'Free and Pro plans, limits as you set them',
    'Anyone can sign up, with a confirmed address',
    'Payment as configured on the server',
  ],
  invited: 'Invited people',
  domain: 'Everyone at a domain',
  confirmed: 'Addresses are confirmed by email. Until email works, the links are on the server’s console.',
  needsMail: 'Sign-up needs email: nobody can confirm an address yet. Set `SMTP_URL` first.',
  fromEnvironment: '`BATON_KIND` on the server says so. Change it there.',
  privateWebhooks: 'Webhooks to private addresses',
  privateWebhooksHelp:
    'Lets webhooks of projects reach http and addresses of private networks and of this server. Leave it off where people you do not trust can sign up.',
  privateWebhooksFixed: 'BATON_PRIVATE_WEBHOOKS on the server says so. Change it there.',
  instance: 'This instance',
  first: 'Your first project',
  /** A person's prompt for a connected agent. */
  handOver: FIRST_PROMPT,
  done: (whom: string) => `This ${PRODUCT} is set up for ${whom}.`,
  mailWaits: 'Email is not set up yet.',
  save: 'Save and create the project',
  saveOnly: 'Save',
  example: 'Save and explore an example',
  later: 'Change any of this later in the console, under Settings, Instance.',
  toService:
    'Plans, prices and limits appear, and anyone can sign up. Projects beyond a plan’s limit become read-only. Nothing is deleted.',
  toTeam:
    'Plans, prices, limits and their banners disappear, and sign-up closes to strangers. Everybody who has an account stays. Nothing is deleted.',
} as const;
