import { TOLD_COOKIE, type Told } from '#contract/auth-told.ts';

/** What the server has just done for this browser, read from a cookie: a query parameter could be forged by a link. */
export function isTold(told: Told): boolean {
  return document.cookie
    .split('; ')
    .some((pair) => pair === `baton.${TOLD_COOKIE}=${told}` || pair === `__Host-baton.${TOLD_COOKIE}=${told}`);
}
