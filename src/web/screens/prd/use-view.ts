import { useSearch } from '#web/lib/use-search.ts';

const VIEWS = ['edit', 'preview', 'plan'] as const;
export type View = (typeof VIEWS)[number];

/** The tab, kept in the address. Without one: the PRD as it stands, unless somebody is writing or there is none. */
export function useView({ hasPrd, hasDraft }: { hasPrd: boolean; hasDraft: boolean }) {
  const [search, set] = useSearch();
  const asked = VIEWS.find((view) => view === search.get('view'));
  const usual: View = hasPrd && !hasDraft ? 'plan' : 'edit';
  const view = asked === undefined || (asked === 'plan' && !hasPrd) ? usual : asked;
  const setView = (next: View) => set({ view: next });
  return [view, setView] as const;
}
