import type { RefObject } from 'react';
import { ROLE_TEXTS } from '#contract/prd-texts.ts';
import type { SettableRole } from '#contract/requirement.ts';
import { useEditLock } from '#web/lib/live/edit-lock.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import type { Row } from '../rows/flatten-document.ts';
import { decide } from './decide.ts';
import { excerptOf } from './excerpt.ts';
import { SETTABLE, useReadingActions } from './reading-context.ts';

interface Keys {
  box: RefObject<HTMLElement | null>;
  rows: readonly Row[];
  index: number;
  goTo: (index: number) => void;
}

const GROUP = 'PRD';

export function useReadingKeys({ box, rows, index, goTo }: Keys) {
  const { set, fold, reading } = useReadingActions();
  const lock = useEditLock();
  const within = () => box.current;
  const isInside = () => box.current?.contains(document.activeElement) ?? false;
  const step = (by: number) => {
    // From outside the first key only restores the focus to the current row.
    const next = isInside() ? index + by : index;
    if (next < 0 || next >= rows.length) return;
    goTo(next);
  };
  useShortcut({ keys: 'j', label: 'Next block', group: GROUP, keyOnly: true, repeats: true, run: () => step(1) });
  useShortcut({ keys: 'k', label: 'Previous block', group: GROUP, keyOnly: true, repeats: true, run: () => step(-1) });
  useShortcut({ keys: 'arrowdown', label: 'Next block', group: GROUP, repeats: true, within, run: () => step(1) });
  useShortcut({ keys: 'arrowup', label: 'Previous block', group: GROUP, repeats: true, within, run: () => step(-1) });
  useShortcut({ keys: 'home', label: 'First block', group: GROUP, within, run: () => goTo(0) });
  useShortcut({ keys: 'end', label: 'Last block', group: GROUP, within, run: () => goTo(rows.length - 1) });
  useShortcut({
    keys: 'arrowleft',
    label: 'Fold this section',
    group: GROUP,
    within,
    run: () => {
      const row = rows[index];
      if (row?.kind !== 'block') return false;
      const at = row.opens?.start_line ?? reading().sections[row.block.section]?.start_line;
      return at === undefined ? false : fold(at, true);
    },
  });
  useShortcut({
    keys: 'arrowright',
    label: 'Unfold this section',
    group: GROUP,
    within,
    run: () => {
      const row = rows[index];
      return row?.kind === 'fold' ? fold(row.section.start_line, false) : false;
    },
  });
  const give = (role: SettableRole) => {
    const row = rows[index];
    if (lock || row === undefined || row.kind === 'fold') return false;
    if (row.kind === 'decision')
      return set([decide(row.decision, role)], `${row.decision.heading}: ${ROLE_TEXTS[role].name}`);
    const { block } = row;
    if (block.role === undefined) return false;
    const excerpt = excerptOf(reading().lines, block);
    return set(
      [{ key: block.key, scope: 'block', role, excerpt }],
      `Line ${block.start_line}: ${ROLE_TEXTS[role].name}`,
    );
  };
  const [first, second, third, fourth] = SETTABLE.map((role) => ({ label: `Role: ${ROLE_TEXTS[role].name}`, role }));
  useShortcut(first ? { keys: '1', label: first.label, group: GROUP, within, run: () => give(first.role) } : null);
  useShortcut(second ? { keys: '2', label: second.label, group: GROUP, within, run: () => give(second.role) } : null);
  useShortcut(third ? { keys: '3', label: third.label, group: GROUP, within, run: () => give(third.role) } : null);
  useShortcut(fourth ? { keys: '4', label: fourth.label, group: GROUP, within, run: () => give(fourth.role) } : null);
}
