import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { failure, fakeFetch, tokenFor } from '#test/fake-fetch.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { CheckoutDialog } from './checkout-dialog.tsx';

beforeAll(fakeTopLayer);
afterEach(cleanup);

test('the checkout leads back to the address the browser is at, where its person is signed in', async () => {
  const server = fakeFetch(({ path }) =>
    path === '/api/auth/token' ? Response.json({ token: tokenFor('u1') }) : failure(409, 'Subscribed already.'),
  );
  render(<CheckoutDialog offer={{ price_usd: 5, regular_price_usd: 10, provider: 'sandbox' }} onClose={() => {}} />);
  fireEvent.click(screen.getByRole('button', { name: 'Continue to the sandbox checkout' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Subscribed already.'));
  const { origin } = window.location;
  expect(server.to('/api/subscriptions/checkout').map(({ body }) => body)).toEqual([
    { returnUrl: `${origin}/subscription/success`, cancelUrl: `${origin}/subscription` },
  ]);
});
