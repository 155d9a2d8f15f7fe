import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { EMAIL_MAX } from '#contract/constants.ts';

type Status = 'all' | 'active' | 'suspended';

interface Choice {
  page?: number;
  search?: string;
  status?: Status;
}

/** What the list shows, kept in the address. A new search or status begins at its first page. */
export function useFilter() {
  const [params, setParams] = useSearchParams();
  const status = readStatus(params.get('status'));
  const search = (params.get('search') ?? '').trim().slice(0, EMAIL_MAX);

  const choose = useCallback(
    (choice: Choice) =>
      // Pages and statuses are steps one can go back by; letters typed are not.
      setParams((now) => withChoice(now, choice), {
        replace: choice.search !== undefined && choice.status === undefined,
      }),
    [setParams],
  );
  const addressOf = (choice: Choice) => `?${withChoice(params, choice).toString()}`;
  const filter = {
    page: readPage(params.get('page')),
    ...(search !== '' && { search }),
    ...(status !== 'all' && { status }),
  };
  return { filter, status, choose, addressOf };
}

function readStatus(word: string | null): Status {
  return word === 'active' || word === 'suspended' ? word : 'all';
}

function readPage(word: string | null): number {
  const page = Number(word ?? '1');
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

function withChoice(now: URLSearchParams, { page = 1, search, status }: Choice) {
  const next = new URLSearchParams(now);
  const put = (name: string, value: string, standing: string) =>
    value === standing ? next.delete(name) : next.set(name, value);
  if (search !== undefined) put('search', search, '');
  if (status !== undefined) put('status', status, 'all');
  put('page', String(page), '1');
  return next;
}
