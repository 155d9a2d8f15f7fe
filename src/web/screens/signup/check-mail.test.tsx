import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SIGNUP_TEXTS } from '#contract/session-texts.ts';
import { failure, fakeFetch, success } from '#test/fake-fetch.ts';
import { Component } from './screen.tsx';

const NOW = new Date('2026-03-03T10:00:00.000Z');
let refusal: Response | undefined;
let mailed: unknown[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOW });
  sessionStorage.clear();
  refusal = undefined;
  mailed = [];
  fakeFetch(({ method, path, body }) => {
    if (path === '/api/auth/token') return failure(401, 'signed out');
    if (path === '/api/instance') return success({ outbox: false, google: false, sign_up: 'open' });
    if (path === '/api/auth/sign-up/email') return Response.json({ token: null, user: { id: 'u1' } });
    if (path !== '/api/auth/send-verification-email' || method !== 'POST') return failure(404, 'no such route');
    mailed.push(body);
    return refusal ?? Response.json({ status: true });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Component />
      </MemoryRouter>
    </QueryClientProvider>,
  );

async function signUp() {
  show();
  fireEvent.change(await screen.findByLabelText('Email'), { target: { value: 'ada@exampel.com' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'correct horse' } });
  fireEvent.click(screen.getByRole('checkbox'));
  fireEvent.click(screen.getByRole('button', { name: 'Create Account' }));
  await screen.findByRole('heading', { name: 'Check your mail' });
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

test('after the sign-up the page names the address and counts down to the next mail', async () => {
  await signUp();
  expect(screen.getByText(SIGNUP_TEXTS.created)).toBeDefined();
  expect(screen.getByText('ada@exampel.com')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send it again in 60 s' }).disabled).toBe(true);
  await pass(15);
  expect(await screen.findByRole('button', { name: 'Send it again in 45 s' })).toBeDefined();
  await pass(45);
  fireEvent.click(await screen.findByRole('button', { name: 'Send it again' }));
  await waitFor(() => expect(mailed).toEqual([{ email: 'ada@exampel.com' }]));
  expect(await screen.findByText(/^Sent again\./)).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Send it again in 60 s' }), 'it counts anew').toBeDefined();
});

test('a refusal of the server says when to try again', async () => {
  await signUp();
  refusal = failure(429, 'Too many requests. Try again in 12 minutes.');
  await pass(61);
  fireEvent.click(await screen.findByRole('button', { name: 'Send it again' }));
  expect(await screen.findByText('Too many requests. Try again in 12 minutes.')).toBeDefined();
});

test('a wrong address is corrected in the form, and a reload keeps the page', async () => {
  await signUp();
  cleanup();
  show();
  expect(await screen.findByRole('heading', { name: 'Check your mail' }), 'after a reload').toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Start again' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('ada@exampel.com');
});
