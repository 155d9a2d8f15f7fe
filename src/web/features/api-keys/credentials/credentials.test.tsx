import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { KEY_TEXTS } from '#contract/api-key-texts.ts';
import { fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { dismissToast, listToasts } from '#web/ui/toast.ts';
import { CredentialsDialog } from './credentials-dialog.tsx';

beforeAll(fakeTopLayer);

const KEY = `baton_${'a'.repeat(40)}`;
const AT = '2026-03-03T10:00:00.000Z';
const made = { maskedKey: 'bato••••aaaa', createdAt: AT, updatedAt: AT };
const account = { id: '9c41f0aa-0000-7000-8000-000000000000', name: 'Mira Kovač' };

let hasKey: boolean;
let copied: string[];
beforeEach(() => {
  copied = [];
  hasKey = true;
  vi.stubGlobal('navigator', {
    clipboard: { writeText: async (text: string) => void copied.push(text) },
    platform: 'Linux',
  });
});
afterEach(() => {
  for (const { id } of listToasts()) dismissToast(id);
  cleanup();
});

function open() {
  const onClose = vi.fn<() => void>();
  fakeFetch(({ method, path }) => {
    if (path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    if (method === 'GET') return success(hasKey ? { hasApiKey: true, ...made } : { hasApiKey: false });
    return success({ apiKey: KEY, ...made });
  });
  const router = createMemoryRouter([
    { path: '/', element: <CredentialsDialog projectId="p1" account={account} onClose={onClose} /> },
  ]);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return onClose;
}

/** By the beginning of its name: without styles both texts of a copy button count. */
const click = async (name: string) =>
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }));

test('a key that is no longer known stays masked, and copying it leads to a new one', async () => {
  const onClose = open();
  expect(await screen.findByText('bato••••aaaa')).toBeTruthy();
  const dialog = screen.getByRole('dialog', { name: 'Credentials' });
  for (const text of ['p1', 'Mira Kovač', '9c41f0aa', ...KEY_TEXTS.instructions, KEY_TEXTS.secure])
    expect(dialog.textContent).toContain(text);
  expect(screen.queryByRole('button', { name: /Show API key|Hide API key|Copy API key/ })).toBeNull();

  await click('Copy Both');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(screen.getByRole('dialog').textContent).toContain(KEY_TEXTS.regenerateWarning);
  expect(copied).toEqual([]);
  await click('Regenerate');
  expect(await screen.findByText(KEY)).toBeTruthy();
  await click('Copy Both');
  await waitFor(() => expect(copied).toEqual([`API key: ${KEY}\nProject ID: p1`]));
  await click('Close');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a new key can be hidden and shown, and is not closed away by accident', async () => {
  hasKey = false;
  const onClose = open();
  expect(await screen.findByText('No API Key Found')).toBeTruthy();
  await click('Generate');
  expect(await screen.findByText(KEY)).toBeTruthy();
  await click('Hide API key');
  expect(screen.queryByText(KEY)).toBeNull();
  expect(screen.getByText('bato••••aaaa')).toBeTruthy();
  await click('Show API key');
  await click('Close');
  expect(screen.getByRole('dialog', { name: 'Close without saving the key?' })).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await click('Back');
  expect(await screen.findByText(KEY)).toBeTruthy();
  await click('Copy API key');
  await waitFor(() => expect(listToasts()[0]).toMatchObject({ title: 'Copied!', description: KEY_TEXTS.keyCopied }));
  await click('Close');
  expect(onClose).toHaveBeenCalledOnce();
});

test('the project id is copied with a word', async () => {
  open();
  await click('Copy project ID');
  await waitFor(() =>
    expect(listToasts()[0]).toMatchObject({ title: 'Copied!', description: KEY_TEXTS.projectIdCopied }),
  );
  expect(copied).toEqual(['p1']);
});
