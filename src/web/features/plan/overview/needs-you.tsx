import { QUESTION_TEXTS as T } from '#contract/question-texts.ts';
import { Tag } from '#web/ui/tag.tsx';
import { isAsking } from '../data/needs-you.ts';
import type { PlanView } from '../data/plan-view.ts';
import { TaskLink } from '../task/task-link.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { formatNumber } from '#contract/counted.ts';
import { plainLine } from '#markdown/plain-text.ts';
import { SectionTitle } from '#web/ui/section-title.tsx';
import styles from './needs-you.module.css';

const SHOWN = 8;

/** Tasks that need a person, each with its question or the reason of its block. */
export function NeedsYou({ plan, onSelect }: { plan: PlanView; onSelect: (taskId: string) => void }) {
  const needs = plan.needsYou();
  if (needs.length === 0) return null;
  return (
    <section>
      <SectionTitle>{`${T.needsYou} · ${formatNumber(needs.length)}`}</SectionTitle>
      <ul data-part="needs-you">
        {needs.slice(0, SHOWN).map((task) => (
          <li key={task.id}>
            <TaskLink task={task} onSelect={onSelect}>
              {isAsking(task) ? <Tag kind="you">{T.tag}</Tag> : <Tag kind="blocked">BLOCKED</Tag>}
            </TaskLink>
            <p className={cx(styles.reason, typography.small, typography.secondary)}>
              {task.question && isAsking(task) ? (
                <>
                  <b>{task.question.asked_by.name}</b>: {plainLine(task.question.text)}
                </>
              ) : (
                plainLine(task.blocked_reason ?? '')
              )}
            </p>
          </li>
        ))}
      </ul>
      {needs.length > SHOWN && (
        <p className={cx(typography.small, typography.tertiary)}>{`${formatNumber(needs.length - SHOWN)} more`}</p>
      )}
    </section>
  );
}
