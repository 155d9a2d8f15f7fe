import { useCallback } from 'react';
import { EMAIL_MAX } from '#contract/constants.ts';
import { useSearch, withChanges } from '#web/lib/use-search.ts';

type Status = 'all' | 'active' | 'suspended';

interface Choice {
  page?: number;
  search?: string;
  status?: Status;
}

/** The filter is in the search parameters. A new search or status resets the page. */
export function useFilter() {
  const [params, set] = useSearch();
  const status = readStatus(params.get('status'));
  const search = (params.get('search') ?? '').trim().slice(0, EMAIL_MAX);

  const choose = useCallback(
    (choice: Choice) =>
      // Pages and statuses push a history entry; typing replaces it.
      set(changesOf(choice), { isStep: choice.search === undefined || choice.status !== undefined, toTop: true }),
    [set],
  );
  const addressOf = (choice: Choice) => `?${withChanges(params, changesOf(choice)).toString()}`;
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

const changesOf = ({ page = 1, search, status }: Choice) => ({
  ...(search !== undefined && { search }),
  ...(status !== undefined && { status: status === 'all' ? '' : status }),
  page: page === 1 ? '' : String(page),
});
