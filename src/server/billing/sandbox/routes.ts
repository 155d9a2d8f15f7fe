import { PRODUCT } from '#contract/constants.ts';
import type { Services } from '#server/platform/context.ts';
import type { MountRaw, RawAnswer, RawRequest } from '#server/platform/http/raw.ts';
import { mountStyleSheet } from '#server/platform/http/style-sheet.ts';
import type { Happen } from './change-books.ts';
import { findSubscription } from './queries.ts';
import { renderCheckout } from './render-checkout.ts';
import { SANDBOX_STYLE, renderRefusal } from './render-frame.ts';
import { renderCancel, renderPortal } from './render-portal.ts';
import * as rules from './rules.ts';

const ACTS: ReadonlyMap<string, rules.Act> = new Map([
  ['charge', rules.chargeNow],
  ['decline', rules.switchDeclines],
  ['suspend', rules.suspend],
  ['reactivate', rules.reactivate],
  ['refund', rules.refundLast],
  ['cancel', rules.cancel],
]);

/**
 * The hosted pages. The secret URL is the credential, signed in or not, as on a provider's page: a cross-site form
 * would have to know it, so there is no further CSRF token.
 */
export function addSandboxPages(mountRaw: MountRaw, { db, now, config }: Services, happen: Happen): void {
  const unknown = () =>
    renderRefusal(
      404,
      'There is nothing here',
      `No subscription has this address. Open it again from your subscription page in ${PRODUCT}.`,
      { url: `${config.url}/subscription`, label: `Back to ${PRODUCT}` },
    );
  const find = (request: RawRequest) => findSubscription(db, { token: tokenOf(request) });

  mountStyleSheet(mountRaw, SANDBOX_STYLE);

  mountRaw('GET', '/sandbox/checkout/:token', async (_ctx, request) => {
    const row = await find(request);
    return row === undefined ? unknown() : renderCheckout(row, now());
  });

  mountRaw('POST', '/sandbox/checkout/:token', async (_ctx, request) => {
    const found = await find(request);
    if (found === undefined) return unknown();
    const action = formOf(request)?.get('action');
    if (action === 'cancel') return goTo(found.cancelUrl);
    if (action !== 'approve') return notUnderstood(found);
    if (!config.sandboxSells) return notSelling(found);
    const { row } = await happen({ token: tokenOf(request) }, rules.approve);
    // Approving twice redirects twice, and charges once.
    return row === undefined || row.status !== 'ACTIVE' ? renderCheckout(row ?? found, now()) : goTo(returnOf(row));
  });

  mountRaw('GET', '/sandbox/portal/:token', async (_ctx, request) => {
    const row = await find(request);
    if (row === undefined) return unknown();
    if (row.startTime === null) return goTo(`/sandbox/checkout/${row.pageToken}`);
    const asks = request.query['confirm'] === 'cancel' && rules.isRunning(row);
    return asks ? renderCancel(row, portalOf(row)) : renderPortal(row, now());
  });

  mountRaw('POST', '/sandbox/portal/:token', async (_ctx, request) => {
    const found = await find(request);
    if (found === undefined) return unknown();
    const form = formOf(request);
    const act = ACTS.get(form?.get('action') ?? '');
    if (act === undefined) return notUnderstood(found);
    const { row = found, done } = await happen({ token: tokenOf(request) }, (current, at) =>
      rules.stateOf(current) === form?.get('seen') ? act(current, at) : undefined,
    );
    return done ? goTo(portalOf(row)) : renderPortal(row, now(), { stale: true });
  });
}

const tokenOf = ({ params }: RawRequest) => params['token'] ?? '';
const portalOf = (row: rules.SandboxRow) => `/sandbox/portal/${row.pageToken}`;

/** Undefined for content types that our forms do not send. */
function formOf({ headers, body }: RawRequest): URLSearchParams | undefined {
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '');
  return isForm ? new URLSearchParams(body.toString('utf8')) : undefined;
}

const notUnderstood = (row: rules.SandboxRow) =>
  renderRefusal(400, 'That was not understood', 'Nothing was done. Go back and use one of the buttons.', {
    url: row.returnUrl,
    label: `Back to ${PRODUCT}`,
  });

const notSelling = (row: rules.SandboxRow) =>
  renderRefusal(409, 'Payment is not set up', 'Nothing was bought: this instance does not sell Pro.', {
    url: row.cancelUrl,
    label: `Back to ${PRODUCT}`,
  });

/** The return URL was validated at checkout; the subscription id is appended, as PayPal does. */
function returnOf({ id, returnUrl }: rules.SandboxRow): string {
  const url = new URL(returnUrl);
  url.searchParams.set('subscription_id', id);
  return url.href;
}

/** Post/redirect/get, so that a reload does not submit again. */
const goTo = (location: string): RawAnswer => ({
  status: 303,
  headers: { location, 'referrer-policy': 'no-referrer' },
});
