import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { PRD_MAX_CHARACTERS } from '#contract/constants.ts';
import { fakeFetch } from '#test/fake-fetch.ts';
import { useShownReading } from './use-shown-reading.ts';

const show = (text: string) => {
  fakeFetch(() => new Promise<Response>(() => undefined));
  const cache = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  const by = { kind: 'user', id: null, name: 'Ada' } as const;
  const wishes = { projectId: 'p1', text, prd: undefined, wantsDraft: true, pending: [], isSettling: false, by };
  return renderHook(() => useShownReading(wishes), { wrapper }).result.current;
};

test('a text is being read until the answer comes', () => {
  expect(show('# One')).toMatchObject({ isReading: true, isTooLong: false });
});

test('a text over the limit is not sent, so it is not being read either', () => {
  expect(show('a'.repeat(PRD_MAX_CHARACTERS))).toMatchObject({ isReading: true, isTooLong: false });
  expect(show('a'.repeat(PRD_MAX_CHARACTERS + 1))).toMatchObject({
    isReading: false,
    isTooLong: true,
    counts: undefined,
  });
});
