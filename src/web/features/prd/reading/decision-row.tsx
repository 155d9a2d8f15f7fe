import { memo } from 'react';
import { ROLE_TEXTS } from '#contract/prd-texts.ts';
import type { PrdDecision, SettableRole } from '#contract/requirement.ts';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { Button } from '#web/ui/button.tsx';
import { Kbd } from '#web/ui/keys.tsx';
import layout from '#web/styles/layout.module.css';
import { useReadingActions } from './reading-context.ts';
import { decide } from './decide.ts';
import { RoleGlyph } from './role-glyph.tsx';
import styles from './decision-row.module.css';

const CHECKS_SHOWN = 3;
const CHOICES: readonly [SettableRole, string][] = [
  ['work', 'Plan it'],
  ['context', 'Context'],
  ['limit', 'Limit'],
];

/** A decision about lines the reader could not classify, with the task they would become. */
export const DecisionRow = memo(function DecisionRow({
  decision,
  isCurrent,
}: {
  decision: PrdDecision;
  isCurrent: boolean;
}) {
  const { set } = useReadingActions();
  const locked = useLockedProps();
  const { heading, lines, task } = decision;
  const shown = task.checks.slice(0, CHECKS_SHOWN);
  const name = heading === '' ? 'These lines' : `“${heading}”`;
  return (
    <fieldset className={styles.question} aria-label={`Decide: ${name}, ${lineWord(lines)}`}>
      <p className={styles.text}>
        <RoleGlyph of="unsure" className={styles.glyph} />
        <span>
          <b>{name}</b> can be read both ways, {lineWord(lines)}. Planned, it becomes one task: <b>{task.title}</b>
          {shown.length > 0 && (
            <span className={styles.checks}>
              {' '}
              · {shown.join(' · ')}
              {task.checks.length > shown.length && ` · ${task.checks.length - shown.length} more`}
            </span>
          )}
        </span>
      </p>
      <div className={styles.choices}>
        {CHOICES.map(([role, label], at) => (
          <Button
            key={role}
            size="sm"
            tallOnPhone
            tabIndex={isCurrent ? 0 : -1}
            data-row-button={at === 0 ? '' : undefined}
            icon={<RoleGlyph of={role} />}
            onClick={() => set([decide(decision, role)], `${name}: ${ROLE_TEXTS[role].name}`)}
            {...locked}
          >
            {label}
            <Kbd className={layout.hiddenOnPhone}>{String(at + 1)}</Kbd>
          </Button>
        ))}
      </div>
    </fieldset>
  );
});

const lineWord = (count: number) => (count === 1 ? '1 line' : `${count.toLocaleString('en-US')} lines`);
