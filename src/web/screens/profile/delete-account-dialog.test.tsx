import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Me } from '#contract/account.ts';
import { TWO_FACTOR_TEXTS } from '#contract/session-texts.ts';
import { failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { dismissToast, listToasts } from '#web/ui/toast.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

beforeAll(fakeTopLayer);
afterEach(() => {
  for (const { id } of listToasts()) dismissToast(id);
  cleanup();
});

test('asks for the code where signing in does, and shows its refusal beside it', async () => {
  const server = fakeFetch((asked) => {
    if (asked.path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    if (asked.method !== 'DELETE') return undefined;
    return failure(403, 'This code is not right.', { errorType: 'FORBIDDEN', errorCode: 'WRONG_CODE' });
  });
  const me = { email: 'ada@example.com', has_password: false, two_factor: true } as Me;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <DeleteAccountDialog me={me} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByLabelText(/to confirm/u), { target: { value: me.email } });
  const submit = screen.getByRole('button', { name: 'Delete My Account' });
  fireEvent.click(submit);
  expect(screen.getByText(TWO_FACTOR_TEXTS.noCode)).toBeTruthy();
  expect(server.asked.filter(({ method }) => method === 'DELETE')).toEqual([]);
  fireEvent.change(screen.getByLabelText('Code'), { target: { value: '123456' } });
  fireEvent.click(submit);
  const refusal = await screen.findByText('This code is not right.');
  expect(refusal.closest('div')?.contains(screen.getByLabelText('Code'))).toBe(true);
  expect(server.asked).toContainEqual(
    expect.objectContaining({ method: 'DELETE', body: { confirm: me.email, code: '123456' } }),
  );
});

test('says that the account is deleted although its screen was left before the answer', async () => {
  let answer: (response: Response) => void = () => undefined;
  const server = fakeFetch((asked) => {
    if (asked.path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    if (asked.method === 'DELETE') return new Promise<Response>((resolve) => (answer = resolve));
    return asked.path === '/api/auth/sign-out' ? Response.json({ success: true }) : undefined;
  });
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <DeleteAccountDialog me={{ email: 'ada@example.com', has_password: false } as Me} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByLabelText(/to confirm/u), { target: { value: 'ada@example.com' } });
  fireEvent.click(screen.getByRole('button', { name: 'Delete My Account' }));
  await waitFor(() =>
    expect(server.asked).toContainEqual(expect.objectContaining({ method: 'DELETE', path: '/api/me' })),
  );
  unmount();
  answer(success(null));
  await waitFor(() => expect(listToasts().map(({ title }) => title)).toEqual(['Account Deleted']));
});
