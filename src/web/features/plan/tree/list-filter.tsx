import { ChevronRight } from 'lucide-react';
import { PLAN_TEXTS } from '#contract/plan-texts.ts';
import type { TaskList } from '#contract/task.ts';
import { Chip } from '#web/ui/chip.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { MenuCheckItem } from '#web/ui/menu-items.tsx';
import { cutListName } from './list-names.ts';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';
import styles from './list-filter.module.css';

const CHIPS = 3;

interface ListFilterProps {
  lists: readonly TaskList[];
  chosen: readonly string[];
}

/** Breadcrumb of the list filter. */
export function ListPath({ lists, chosen, onClear }: ListFilterProps & { onClear: () => void }) {
  const names = lists.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  return (
    <nav className={styles.path} aria-label="Task lists">
      {names.length === 0 ? (
        <span>All lists</span>
      ) : (
        <>
          <button type="button" className={styles.all} onClick={onClear}>
            All lists
          </button>
          <ChevronRight className={icon.size12} />
          <span className={typography.truncate}>{names.length === 1 ? names[0] : `${names.length} lists`}</span>
        </>
      )}
    </nav>
  );
}

/** The first three lists as chips, the rest in a menu. */
export function ListChips({ lists, chosen, onToggle }: ListFilterProps & { onToggle: (id: string) => void }) {
  const first = lists.slice(0, CHIPS);
  const rest = lists.slice(CHIPS);
  if (lists.length < 2) return null;
  return (
    <fieldset className={styles.chips} aria-label="Task list filter">
      {first.map(({ id, name }) => (
        <Chip key={id} shape="tight" title={name} pressed={chosen.includes(id)} onClick={() => onToggle(id)}>
          {cutListName(name)}
        </Chip>
      ))}
      {rest.length > 0 && (
        <Menu
          label="More task lists"
          align="start"
          trigger={(props) => (
            <Chip {...props} shape="tight" pressed={rest.some(({ id }) => chosen.includes(id))}>
              {PLAN_TEXTS.moreLists(rest.length)}
            </Chip>
          )}
        >
          {rest.map(({ id, name }) => (
            <MenuCheckItem key={id} checked={chosen.includes(id)} onChange={() => onToggle(id)}>
              {name}
            </MenuCheckItem>
          ))}
        </Menu>
      )}
    </fieldset>
  );
}
