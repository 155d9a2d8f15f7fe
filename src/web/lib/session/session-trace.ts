import { deviceStore, tabStore } from '../browser-store.ts';

const SIGNED_IN = 'baton-signed-in';
const SIGNED_IN_AT = 'baton-signed-in-at';
const SIGN_OUT_PENDING = 'baton-sign-out-owed';
const RETURN_TO = 'baton-return-to';
const INVITATION = 'baton-invitation';
/** The page of an invitation to a project. */
const INVITATION_PAGE = /^\/join\/[\w-]{43}$/;
/** As long as the link of a confirmation mail is valid. */
const INVITATION_KEPT_MS = 24 * 3_600_000;

/**
 * Survives the page, in web storage: whether a session is likely (its cookie is HttpOnly), and whether a sign-out still has
 * to be sent because the server was not reached.
 */
export const sessionTrace = {
  isLikely: () => deviceStore.read(SIGNED_IN) === '1',
  keep: () => deviceStore.write(SIGNED_IN, '1'),
  /** The last sign-in with this browser; 0 for never. */
  signedInAt: () => Number(deviceStore.read(SIGNED_IN_AT)) || 0,
  noteSignIn: () => deviceStore.write(SIGNED_IN_AT, String(Date.now())),
  drop: () => deviceStore.remove(SIGNED_IN),
  hasPendingSignOut: () => deviceStore.read(SIGN_OUT_PENDING) === '1',
  markSignOutPending: () => deviceStore.write(SIGN_OUT_PENDING, '1'),
  clearPendingSignOut: () => deviceStore.remove(SIGN_OUT_PENDING),
};

export const rememberReturn = (address: string) => tabStore.write(RETURN_TO, address);
export const forgetReturn = () => tabStore.remove(RETURN_TO);

/** The server's OAuth authorization endpoint, which is not a route of the web app. */
const APP_SIGN_IN = '/api/auth/oauth2/authorize?';

/** An app sent a signed-out person here: its authorization request is repeated after the sign-in. */
export function rememberAppSignIn(search: URLSearchParams): void {
  const next = search.get('next');
  if (next?.startsWith(APP_SIGN_IN)) rememberReturn(next);
}

/** The authorization request of an app that waits for this sign-in. */
export function readAppSignIn(): string | undefined {
  const address = tabStore.read(RETURN_TO);
  return address?.startsWith(APP_SIGN_IN) ? address : undefined;
}

/** Leaves the web app to continue that request. */
export function leaveForApp(address: string): void {
  forgetReturn();
  window.location.replace(address);
}

/**
 * Leads back to an invitation after the sign-in: for the whole browser, because the link of a confirmation mail opens in
 * another tab.
 */
export function rememberInvitation(address: string): void {
  if (!INVITATION_PAGE.test(address)) return;
  rememberReturn(address);
  deviceStore.write(INVITATION, JSON.stringify({ address, at: Date.now() }));
}
export const forgetInvitation = () => deviceStore.remove(INVITATION);

/** Nothing but the page of an invitation, and only for as long as a confirmation mail is valid. */
function readInvitation(): string | undefined {
  try {
    const { address, at } = JSON.parse(deviceStore.read(INVITATION) ?? '{}') as { address?: unknown; at?: unknown };
    if (typeof address !== 'string' || typeof at !== 'number' || !INVITATION_PAGE.test(address)) return undefined;
    return Date.now() - at < INVITATION_KEPT_MS ? address : undefined;
  } catch {
    return undefined;
  }
}

/** Only paths of our own origin: "//host" and "/\host" would be an open redirect. Without one of this tab, an invitation. */
export function readReturn(): string | undefined {
  const address = tabStore.read(RETURN_TO);
  return address !== null && /^\/(?![/\\])/.test(address) ? address : readInvitation();
}
