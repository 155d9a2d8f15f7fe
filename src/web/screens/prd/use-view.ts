import { useSearchParams } from 'react-router';

const VIEWS = ['edit', 'preview', 'plan'] as const;
export type View = (typeof VIEWS)[number];

/** The tab, kept in the address. Without one: the PRD as it stands, unless somebody is writing or there is none. */
export function useView({ hasPrd, hasDraft }: { hasPrd: boolean; hasDraft: boolean }) {
  const [search, setSearch] = useSearchParams();
  const asked = VIEWS.find((view) => view === search.get('view'));
  const usual: View = hasPrd && !hasDraft ? 'plan' : 'edit';
  const view = asked === undefined || (asked === 'plan' && !hasPrd) ? usual : asked;
  const setView = (next: View) =>
    setSearch(
      (known) => {
        known.set('view', next);
        return known;
      },
      { replace: true },
    );
  return [view, setView] as const;
}
