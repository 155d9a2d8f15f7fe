import { MessageCircleQuestionMark, OctagonAlert } from 'lucide-react';
import { QUESTION_TEXTS as T } from '#contract/question-texts.ts';
import { shortAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Menu } from '#web/ui/menu.tsx';
import { MenuItem } from '#web/ui/menu-items.tsx';
import { isAsking } from '../data/needs-you.ts';
import type { PlanView } from '../data/plan-view.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { formatNumber } from '#contract/counted.ts';
import styles from './needs-list.module.css';

/** In the project bar: number of tasks that need a person, with links to them. */
export function NeedsList({ plan, onSelect }: { plan: PlanView; onSelect: (taskId: string) => void }) {
  const now = useNow();
  const needs = plan.needsYou();
  const [first] = needs;
  if (!first) return null;
  const face = (
    <>
      <MessageCircleQuestionMark />
      {T.needsYou} <span className={styles.count}>{formatNumber(needs.length)}</span>
    </>
  );
  if (needs.length === 1) {
    return (
      <button type="button" className={styles.button} aria-label={T.goTo(1)} onClick={() => onSelect(first.id)}>
        {face}
      </button>
    );
  }
  return (
    <Menu
      label={T.needsYou}
      trigger={(props) => (
        <button {...props} type="button" className={styles.button}>
          {face}
        </button>
      )}
    >
      {needs.slice(0, SHOWN).map((task) => (
        <MenuItem
          key={task.id}
          icon={
            isAsking(task) ? (
              <MessageCircleQuestionMark className={styles.icon} />
            ) : (
              <OctagonAlert className={styles.icon} />
            )
          }
          onSelect={() => onSelect(task.id)}
        >
          <span className={styles.row}>
            <span className={styles.number}>T{task.number}</span>
            <span className={typography.truncate}>{task.title}</span>
            <span className={cx(typography.small, typography.tertiary, typography.nowrap)}>
              {task.question && isAsking(task)
                ? `${task.question.asked_by.name} · ${shortAge(task.question.asked_at, now)}`
                : 'blocked'}
            </span>
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
}

const SHOWN = 16;
