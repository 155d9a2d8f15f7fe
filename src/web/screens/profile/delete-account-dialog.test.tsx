import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Me } from '#contract/account.ts';
import { fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { dismissToast, listToasts } from '#web/ui/toast.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

beforeAll(fakeTopLayer);
afterEach(() => {
  for (const { id } of listToasts()) dismissToast(id);
  cleanup();
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
