import { TOLD_COOKIE, type Told } from '#contract/auth-told.ts';

/** What the server says it has just done for this browser. Nobody else can say it: not the address, not another site. */
export function isTold(told: Told): boolean {
  return document.cookie
    .split('; ')
    .some((pair) => pair === `baton.${TOLD_COOKIE}=${told}` || pair === `__Host-baton.${TOLD_COOKIE}=${told}`);
}
