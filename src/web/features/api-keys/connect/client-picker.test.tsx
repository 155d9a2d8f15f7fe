import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CONNECT_TEXTS as T } from '#contract/connect-texts.ts';
import { fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { ClientPicker } from './client-picker.tsx';

afterEach(cleanup);

test('Enter chooses the first client found, but not while an input method composes', () => {
  fakeFetch(({ path }) => (path === '/api/auth/token' ? Response.json({ token: tokenFor('u1') }) : success([])));
  const onChange = vi.fn<(client: string) => void>();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientPicker tabsId="x" projectId="p1" client="cursor" onChange={onChange} />
    </QueryClientProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: T.search });
  fireEvent.change(field, { target: { value: 'claude' } });
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
  expect(onChange).not.toHaveBeenCalled();
  expect(field.value).toBe('claude');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onChange).toHaveBeenCalledOnce();
});
