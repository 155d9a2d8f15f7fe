import { Check, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { REASON_TEXTS, ROLE_TEXTS } from '#contract/prd-texts.ts';
import type { RoleSetting } from '#contract/prd.ts';
import type { SettableRole } from '#contract/requirement.ts';
import { useEditLock } from '#web/lib/live/edit-lock.ts';
import { cx } from '#web/ui/cx.ts';
import { Kbd } from '#web/ui/keys.tsx';
import { MenuCheckItem, MenuItem, MenuRadioItem } from '#web/ui/menu-items.tsx';
import type { ShownBlock, ShownReading } from '../document/shown-reading.ts';
import { isFoldable } from '../rows/start-folds.ts';
import { excerptOf } from './excerpt.ts';
import { SETTABLE, useReadingActions } from './reading-context.ts';
import { RoleGlyph } from './role-glyph.tsx';
import layout from '#web/styles/layout.module.css';
import icon from '#web/styles/icon.module.css';
import styles from './role-choices.module.css';

export const reasonOf = ({ reason, set_by: by }: ShownBlock) => (by ? `Set by ${by.name}.` : REASON_TEXTS[reason]);

/** The section of a block, unless it is the document itself. */
function sectionToSet({ sections }: ShownReading, block: ShownBlock) {
  const section = sections[block.section];
  return section && section.ref !== '' && isFoldable(sections, section) ? section : undefined;
}

/** Menu of the roles with their effect, for the line or its whole section. */
export function RoleChoices({ block, close }: { block: ShownBlock; close: () => void }) {
  const { set, taskNear, reading } = useReadingActions();
  const lock = useEditLock();
  const [isWhole, setWhole] = useState(false);
  const section = sectionToSet(reading(), block);
  const whole = isWhole ? section : undefined;
  const near = taskNear(block.start_line)?.label;
  const hints: Record<SettableRole, string> = {
    work: near ? `a check of ${near}` : 'a check of a task',
    context: near ? `goes with ${near}` : 'goes with its section',
    limit: 'in the brief',
    done: 'nothing left to do',
  };
  const choose = (role: SettableRole | null) => {
    const excerpt = excerptOf(reading().lines, block);
    const setting: RoleSetting = whole
      ? { key: whole.key, scope: 'section', role, excerpt: whole.heading.slice(0, 200) || excerpt }
      : { key: block.key, scope: 'block', role, excerpt };
    const what = whole ? `All of ${whole.ref}` : `Line ${block.start_line}`;
    set([setting], `${what}: ${role === null ? 'automatic' : ROLE_TEXTS[role].name}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const role = SETTABLE[Number(event.key) - 1];
    if (role === undefined || lock || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    close();
    choose(role);
  };
  return (
    <div role="none" onKeyDown={onKeyDown}>
      <div className={styles.why}>
        <b>{whole ? `${whole.ref} ${whole.heading}.` : `Line ${block.start_line}.`}</b>{' '}
        {whole ? 'Everything in it.' : reasonOf(block)}
      </div>
      {SETTABLE.map((role, at) => (
        <MenuRadioItem
          key={role}
          checked={!whole && block.role === role}
          disabled={lock !== undefined}
          onSelect={() => choose(role)}
        >
          <RoleGlyph of={role} />
          {ROLE_TEXTS[role].name}
          <span className={styles.hint}>{hints[role]}</span>
          <Kbd className={layout.hiddenOnPhone}>{String(at + 1)}</Kbd>
        </MenuRadioItem>
      ))}
      {block.set_by && !whole && (
        <MenuItem icon={<Undo2 />} disabled={lock !== undefined} onSelect={() => choose(null)}>
          Decide automatically
        </MenuItem>
      )}
      <div className={styles.kept}>
        <span className={cx(layout.row, layout.gap4)}>
          {!lock && <Check className={icon.size12} />}
          {lock ? lock.title : 'remembered for later versions'}
        </span>
        {section && (
          <MenuCheckItem inline checked={isWhole} onChange={setWhole}>
            All of {section.ref}
          </MenuCheckItem>
        )}
      </div>
    </div>
  );
}
