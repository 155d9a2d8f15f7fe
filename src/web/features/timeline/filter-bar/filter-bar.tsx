import { Bot, ChevronDown, ListTree, Search, UnfoldVertical } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { TIMELINE_TEXTS } from '#contract/timeline-texts.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import layout from '#web/styles/layout.module.css';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Kbd } from '#web/ui/keys.tsx';
import { MenuRadioItem } from '#web/ui/menu-items.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { SHOWN_GROUPS, type TimelineFilters } from '../filters.ts';
import styles from './filter-bar.module.css';

const T = TIMELINE_TEXTS.filters;

export interface FilterBarProps {
  filters: TimelineFilters;
  onFilter: (change: Partial<TimelineFilters>) => void;
  typed: string;
  onType: (text: string) => void;
  agents: readonly { name: string }[];
  lists: readonly { id: string; name: string; entries: number }[];
  groups: Readonly<Record<string, number>>;
  /** Entries of all groups. */
  total: number;
  isAllUnfolded: boolean;
  onUnfoldAll: () => void;
}

/** Agent, list, kind and words; what is chosen is in the address. */
export function FilterBar(props: FilterBarProps) {
  const { filters, onFilter, typed, onType, agents, lists, groups, total, isAllUnfolded, onUnfoldAll } = props;
  const box = useRef<HTMLInputElement>(null);
  useShortcut({ keys: '/', label: T.find, group: TIMELINE_TEXTS.title, icon: Search, run: () => box.current?.focus() });
  // Most plans have no agent that stopped, so this chip is left out unless there is one or it is filtered by.
  const offered = SHOWN_GROUPS.filter(
    (group) => group !== 'stopped' || (groups[group] ?? 0) > 0 || filters.group === group,
  );
  const listName = lists.find(({ id }) => id === filters.list)?.name;
  return (
    <div className={styles.bar}>
      <Choice label={T.agent} icon={<Bot />} all={T.agents} chosen={filters.agent}>
        <MenuRadioItem checked={filters.agent === undefined} onSelect={() => onFilter({ agent: undefined })}>
          {T.agents}
        </MenuRadioItem>
        {agents.map(({ name }) => (
          <MenuRadioItem key={name} checked={filters.agent === name} onSelect={() => onFilter({ agent: name })}>
            {name}
          </MenuRadioItem>
        ))}
      </Choice>
      <Choice label={T.list} icon={<ListTree />} all={T.lists} chosen={filters.list && (listName ?? filters.list)}>
        <MenuRadioItem checked={filters.list === undefined} onSelect={() => onFilter({ list: undefined })}>
          {T.lists}
        </MenuRadioItem>
        {lists.map(({ id, name }) => (
          <MenuRadioItem key={id} checked={filters.list === id} onSelect={() => onFilter({ list: id })}>
            {name}
          </MenuRadioItem>
        ))}
      </Choice>
      <span className={styles.rule} aria-hidden="true" />
      <Chip pressed={filters.group === undefined} onClick={() => onFilter({ group: undefined })}>
        {T.groups.all} <Count of={total} />
      </Chip>
      {offered.map((group) => (
        <Chip
          key={group}
          pressed={filters.group === group}
          onClick={() => onFilter({ group: filters.group === group ? undefined : group })}
        >
          {T.groups[group]} <Count of={groups[group] ?? 0} />
        </Chip>
      ))}
      <span className={layout.grow} />
      <Button size="sm" variant="ghost" icon={<UnfoldVertical />} aria-pressed={isAllUnfolded} onClick={onUnfoldAll}>
        {isAllUnfolded ? T.fold : T.unfold}
        <Kbd aria-hidden="true">E</Kbd>
      </Button>
      <SearchBox
        ref={box}
        className={styles.find}
        label={T.find}
        placeholder={T.placeholder}
        shortcut="/"
        value={typed}
        onChange={onType}
      />
    </div>
  );
}

const Count = ({ of }: { of: number }) => <span className={styles.count}>{of.toLocaleString('en-US')}</span>;

interface ChoiceProps {
  label: string;
  icon: ReactNode;
  all: string;
  chosen: string | undefined;
  children: ReactNode;
}

function Choice({ label, icon, all, chosen, children }: ChoiceProps) {
  return (
    <Menu
      label={label}
      align="start"
      sheetOnPhone
      trigger={(props) => (
        <Chip {...props} pressed={chosen !== undefined} aria-label={`${label}: ${chosen ?? all}`}>
          {icon}
          <span className={styles.chosen}>{chosen ?? all}</span>
          <ChevronDown />
        </Chip>
      )}
    >
      {children}
    </Menu>
  );
}
