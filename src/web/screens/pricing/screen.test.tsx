// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Offer } from '#contract/subscription.ts';
import { failure, fakeFetch } from '#test/fake-fetch.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { Component } from './screen.tsx';

const EARLY: Offer = { price_usd: 5, regular_price_usd: 10, provider: 'paypal' };
const LATER: Offer = { price_usd: 10, regular_price_usd: 10, provider: 'sandbox' };

function open(offer: Offer | null | undefined) {
  localStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  if (offer !== undefined) cache.setQueryData(queryKeys.instance, { offer });
  else fakeFetch(() => failure(503, 'Down'));
  render(
    <QueryClientProvider client={cache}>
      <MemoryRouter>
        <Component />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
afterEach(cleanup);

const plan = (name: string) => screen.getByRole('region', { name });
const features = (name: string) =>
  within(plan(name))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

describe('the pricing page while places at the early price are left', () => {
  beforeEach(() => open(EARLY));

  it('offers Free forever', () => {
    expect(plan('Free').textContent).toContain('$0');
    expect(plan('Free').textContent).toContain('Forever Free');
    expect(features('Free')).toEqual([
      '1 active project',
      '1 PRD upload per month',
      '1 task list generation',
      'Basic MCP tool access',
      'Standard rate limits',
      'Community support',
    ]);
  });

  it('offers Pro for half of the struck price', () => {
    expect(plan('Pro').textContent).toContain('$5/month');
    expect(within(plan('Pro')).getByText('$10/month').tagName).toBe('S');
    expect(within(plan('Pro')).getByText('Save 50% - Early Adopter Pricing')).toBeDefined();
    expect(features('Pro')).toEqual([
      '5 active projects',
      '5 PRD uploads per month',
      '10 task list generations',
      'Full MCP tool access',
      '5x higher rate limits',
      'Priority support',
      'Early access',
      'Advanced analytics',
    ]);
  });

  it.each([
    ['Get Started Free', '/signup'],
    ['Upgrade to Pro', '/subscription?upgrade=1'],
    ['Start Free Trial', '/subscription?upgrade=1'],
    ['View Demo', '/projects'],
  ])('%s goes to %s', (name, target) => {
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(target);
  });

  it('compares the plans in a table, and says in words what an icon shows', () => {
    const row = screen.getByRole('row', { name: /Advanced analytics/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['Not included', 'Included']);
  });

  it('has three benefit cards', () => {
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(3);
  });

  it.each([
    /14-day money-back guarantee/,
    /Through the payment provider/,
    /Pro access lasts to the end of the period/,
    /first 1,000 subscribers keep \$5\/month/,
    /reset on the 1st of each month/,
  ])('answers: %s', (answer) => {
    expect(screen.getByText(answer)).toBeDefined();
  });
});

describe('the pricing page when the early places are gone', () => {
  beforeEach(() => open(LATER));

  it('offers Pro for the regular price, and strikes nothing', () => {
    expect(plan('Pro').textContent).toContain('$10/month');
    expect(plan('Pro').querySelector('s')).toBeNull();
    expect(document.body.textContent).not.toContain('Save 50%');
  });

  it('says that new subscribers pay it, and that the first keep theirs', () => {
    expect(
      screen.getByText(/first 1,000 subscribers keep \$5\/month\. .*new subscribers pay \$10\/month/),
    ).toBeDefined();
  });

  it('says where no money moves', () => {
    expect(within(plan('Pro')).getByText('Sandbox: no money moves.')).toBeDefined();
  });
});

it('says where nothing is sold, and leads nobody to a checkout', () => {
  open(null);
  expect(within(plan('Pro')).getByText(/^Payment is not set up on this instance/)).toBeDefined();
  expect(plan('Pro').textContent).not.toMatch(/\$\d/);
  expect(screen.queryByRole('link', { name: 'Upgrade to Pro' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Start Free Trial' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Get Started Free' })).toBeDefined();
});

it('names no price that the server has not named', () => {
  open(undefined);
  expect(within(plan('Pro')).getByText('The price could not be loaded.')).toBeDefined();
  expect(plan('Pro').textContent).not.toMatch(/\$\d/);
});
