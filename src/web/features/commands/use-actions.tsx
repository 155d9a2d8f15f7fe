import { Command as ActionIcon, type LucideIcon } from 'lucide-react';
import { useLocation } from 'react-router';
import { type PageActions, usePageActionList } from '#web/lib/keys/page-actions.ts';
import type { Shortcut } from '#web/lib/keys/shortcuts.ts';
import { useShortcutList } from '#web/lib/keys/use-shortcut.ts';
import { useHasPlans } from '#web/lib/net/instance.ts';
import type { Command, CommandGroup } from './command.ts';
import { listActions } from './list-actions.ts';
import { listPages, type Page } from './list-pages.ts';
import { markHits } from './mark-hits.ts';

/** Without a query, so that the pages to go to are in sight; typing finds the rest. */
const FEW_HERE = 6;
const ELSEWHERE = new Set<string | undefined>(['Go to', 'General']);

interface Asked {
  /** Those of the console, on its own screens. */
  consolePages: readonly Page[];
  projectId: string | undefined;
  words: readonly string[];
  go: (address: string) => () => void;
}

interface Entry {
  id: string;
  label: string;
  icon?: LucideIcon | undefined;
  keys?: string | undefined;
  run: () => unknown;
}

/** What can be done on the selected task, on this page and everywhere, and the pages to go to. */
export function useActions({ consolePages, projectId, words, go }: Asked): CommandGroup[] {
  const offered = usePageActionList();
  const shortcuts = useShortcutList();
  const hasPlans = useHasPlans();
  const actions = listActions(shortcuts);
  const registered = new Set(actions.map(({ keys }) => keys));
  const { pathname } = useLocation();
  const pages = listPages({
    isInConsole: consolePages.length > 0,
    projectId,
    hasPlans,
    isAdmin: registered.has('g a'),
  });
  const known = new Set([...offered.flatMap((each) => each.actions), ...pages].map(({ keys }) => keys));
  // In the console the key to its first page is beside that page.
  if (consolePages.length > 0) known.add('g a');
  const others = actions.filter(({ keys }) => !known.has(keys));
  const inGroup = (group: string) => others.filter((each) => each.group === group).map(entryOf);

  const toCommand = ({ id, label, icon: Icon = ActionIcon, keys, run }: Entry): Command => ({
    id,
    icon: <Icon />,
    parts: markHits(label, words),
    keys,
    run: () => void run(),
  });
  const elsewhere = (all: readonly Page[]): Entry[] =>
    all
      .filter(({ address }) => address !== pathname)
      .map(({ label, icon, address, keys, leaves }) => ({
        id: `page-${label}`,
        label,
        icon,
        keys: keys !== undefined && registered.has(keys) ? keys : undefined,
        run: leaves ? () => location.assign(address) : go(address),
      }));
  const group = (title: string, entries: readonly Entry[], most = Infinity): CommandGroup => ({
    title,
    commands: entries
      .filter(({ label }) => hasWordStarts(label, words))
      .slice(0, words.length === 0 ? most : Infinity)
      .map(toCommand),
  });

  return [
    ...offered.flatMap((each) => (each.title === undefined ? [] : [group(each.title, entriesOf(each))])),
    group(
      'On this page',
      [
        ...others.filter((each) => !ELSEWHERE.has(each.group)).map(entryOf),
        ...offered.filter((each) => each.title === undefined).flatMap(entriesOf),
      ],
      FEW_HERE,
    ),
    group('Console', elsewhere(consolePages)),
    group('Go to', [...elsewhere(pages), ...inGroup('Go to')]),
    group('Anywhere', inGroup('General')),
  ];
}

const entryOf = ({ keys, label, icon, run }: Shortcut): Entry => ({ id: `action-${keys}`, label, icon, keys, run });

const entriesOf = ({ actions }: PageActions): Entry[] => actions.map((each) => ({ ...each, id: `here-${each.id}` }));

/** Every typed word begins a word of the label: few letters find an action, and words inside task titles find none. */
function hasWordStarts(label: string, words: readonly string[]) {
  const starts = label.toLowerCase().split(/[\s/:]+/);
  return words.every((word) => starts.some((start) => start.startsWith(word)));
}
