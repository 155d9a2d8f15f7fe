import { useEffect, useState } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router';
import { SEARCH_QUERY_MAX } from '#contract/constants.ts';
import type { CallStatus } from '#web/features/admin-system/index.ts';

const WAIT = 300;

export const STATUS_OPTIONS: readonly { value: CallStatus; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'success', label: 'Success' },
  { value: 'errors', label: 'Errors' },
];

/** Search and filter live in the address; what is typed gets there when the keys rest. */
export function useLogsUrl() {
  const [params, setParams] = useSearchParams();
  const search = params.get('q') ?? '';
  const status = STATUS_OPTIONS.find(({ value }) => value === params.get('status'))?.value ?? 'all';
  const set = (name: string, value: string) =>
    setParams(
      (current) => {
        if (value === '') current.delete(name);
        else current.set(name, value);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  /** A step one can go back from, with everything that was chosen. */
  const showAll = () => setParams({}, { preventScrollReset: true });
  const [typed, setTyped] = useTyped(search, (text) => set('q', text));
  return {
    filter: { search: search.slice(0, SEARCH_QUERY_MAX), status },
    typed,
    setTyped,
    showAll,
    setStatus: (next: CallStatus) => set('status', next === 'all' ? '' : next),
  };
}

/** What is typed is ahead of the address; only somebody who goes elsewhere changes it from outside. */
function useTyped(inAddress: string, write: (text: string) => void) {
  const [typed, setTyped] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  const navigation = useNavigationType();
  if (seen !== inAddress) {
    setSeen(inAddress);
    if (navigation !== NavigationType.Replace) setTyped(inAddress);
  }
  const wanted = typed.trim();
  useEffect(() => {
    if (wanted === inAddress) return undefined;
    const timer = setTimeout(() => write(wanted), WAIT);
    return () => clearTimeout(timer);
  });
  return [typed, setTyped] as const;
}
