import { deviceStore, tabStore } from '../browser-store.ts';

const SIGNED_IN = 'baton-signed-in';
const SIGNED_IN_AT = 'baton-signed-in-at';
const SIGN_OUT_OWED = 'baton-sign-out-owed';
const RETURN_TO = 'baton-return-to';

/**
 * What outlives the page: whether a session is likely here (the cookie itself cannot be read), whether a sign-out
 * never reached the server, and where a visitor wanted to go before being asked to sign in.
 */
export const sessionTrace = {
  isLikely: () => deviceStore.read(SIGNED_IN) === '1',
  keep: () => deviceStore.write(SIGNED_IN, '1'),
  /** The last time somebody signed in with this browser; 0 for never. */
  signedInAt: () => Number(deviceStore.read(SIGNED_IN_AT)) || 0,
  noteSignIn: () => deviceStore.write(SIGNED_IN_AT, String(Date.now())),
  drop: () => deviceStore.remove(SIGNED_IN),
  owesSignOut: () => deviceStore.read(SIGN_OUT_OWED) === '1',
  oweSignOut: () => deviceStore.write(SIGN_OUT_OWED, '1'),
  settleSignOut: () => deviceStore.remove(SIGN_OUT_OWED),
};

export const rememberReturn = (address: string) => tabStore.write(RETURN_TO, address);
export const forgetReturn = () => tabStore.remove(RETURN_TO);

/** Where an app began to sign in: an address of the server's own, which the web app cannot show. */
const APP_SIGN_IN = '/api/auth/oauth2/authorize?';

/** An app sent somebody here who was signed out: what it asked for is asked again afterwards. */
export function rememberAppSignIn(search: URLSearchParams): void {
  const next = search.get('next');
  if (next?.startsWith(APP_SIGN_IN)) rememberReturn(next);
}

/** The sign-in that an app began, if one waits for this person. */
export function readAppSignIn(): string | undefined {
  const address = tabStore.read(RETURN_TO);
  return address?.startsWith(APP_SIGN_IN) ? address : undefined;
}

/** Leaves the web app for it. */
export function leaveForApp(address: string): void {
  forgetReturn();
  window.location.replace(address);
}

/** The remembered address, if it is one of ours. */
export function readReturn(): string | undefined {
  const address = tabStore.read(RETURN_TO);
  return address !== null && /^\/(?![/\\])/.test(address) ? address : undefined;
}
