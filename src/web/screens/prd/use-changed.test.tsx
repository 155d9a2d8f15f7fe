import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { Prd } from '#contract/prd.ts';
import { failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { useChanged } from './use-changed.ts';
import { useDocument } from './use-document.ts';

const TEXTS: Record<number, string> = { 1: 'one\ntwo', 4: 'one\ntwo\nfour' };

/** A server that keeps the versions 1 and 4. */
const serve = () =>
  fakeFetch(({ path }) => {
    if (path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    const url = new URL(path, 'http://x');
    const one = /versions\/(\d+)$/.exec(url.pathname)?.[1];
    if (one !== undefined) {
      const content = TEXTS[Number(one)];
      return content === undefined ? failure(404, 'The version was not found.') : success({ content });
    }
    const before = Number(url.searchParams.get('cursor') ?? 5);
    const items = [4, 1].filter((version) => version < before).map((version) => ({ version }));
    return success({ items: items.slice(0, Number(url.searchParams.get('limit'))), nextCursor: null });
  });

function show(version: number) {
  const server = serve();
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const prd = { version, content: TEXTS[version] ?? '', filename: 'prd.md' } as unknown as Prd;
  const lines = prd.content.split('\n');
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useChanged('p1', prd, useDocument('p1', prd), lines), { wrapper });
  return { changed: () => [...result.current], server };
}

test('changed lines are those since the version before that is kept, also when others between were deleted', async () => {
  const { changed } = show(4);
  await waitFor(() => expect(changed()).toEqual([3]));
});

test('of the first version nothing is changed, and nothing is asked for', () => {
  const { changed, server } = show(1);
  expect(changed()).toEqual([]);
  expect(server.asked).toEqual([]);
});
