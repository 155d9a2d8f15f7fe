import { TOLD_COOKIE } from '#contract/auth-told.ts';
import { GUEST_SCREENS, SIGNED_IN_SCREENS, addressOf } from '../../e2e/support/screens.ts';
import type { View } from './view.ts';

const HIGH_CONTRAST = ['landing', 'login', 'projects', 'tasks', 'prd-with-a-plan', 'subscription'];
const contrastOf = (name: string) => (HIGH_CONTRAST.includes(name) ? { highContrast: true as const } : {});

const guestScreens = Object.entries(GUEST_SCREENS).map(([name, { at, shows, told }]): View => ({
  name,
  as: 'guest',
  at,
  shows,
  ...contrastOf(name),
  ...(told !== undefined && {
    prepare: (page, { server: { url } }) =>
      page.context().addCookies([{ name: `baton.${TOLD_COOKIE}`, value: told, url }]),
  }),
}));

const memberScreens = Object.entries(SIGNED_IN_SCREENS).map(([name, { at, shows }]): View => ({
  name,
  as: 'owner',
  at: ({ example }) => addressOf(at, example),
  shows,
  ...contrastOf(name),
}));

/** Screens as they are when one arrives. */
export const screenViews: readonly View[] = [...guestScreens, ...memberScreens];
