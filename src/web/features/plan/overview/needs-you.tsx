import { QUESTION_TEXTS as T } from '#contract/question-texts.ts';
import { Tag } from '#web/ui/tag.tsx';
import { isAsking } from '../data/needs-you.ts';
import type { PlanView } from '../data/plan-view.ts';
import { TaskLink } from '../task/task-link.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

const SHOWN = 8;

/** What waits for a person, with what it is about: a question, or why nobody can go on. */
export function NeedsYou({ plan, onSelect }: { plan: PlanView; onSelect: (taskId: string) => void }) {
  const needs = plan.needsYou();
  if (needs.length === 0) return null;
  return (
    <section>
      <h3 className="lab">{`${T.needsYou} · ${needs.length}`}</h3>
      <ul className="need-rows">
        {needs.slice(0, SHOWN).map((task) => (
          <li key={task.id}>
            <TaskLink task={task} onSelect={onSelect}>
              {isAsking(task) ? <Tag kind="you">{T.tag}</Tag> : <Tag kind="blocked">BLOCKED</Tag>}
            </TaskLink>
            <p className={cx(typography.small, typography.secondary)}>
              {task.question && isAsking(task) ? (
                <>
                  <b>{task.question.asked_by.name}</b>: {task.question.text}
                </>
              ) : (
                task.blocked_reason
              )}
            </p>
          </li>
        ))}
      </ul>
      {needs.length > SHOWN && (
        <p className={cx(typography.small, typography.tertiary)}>{`${needs.length - SHOWN} more`}</p>
      )}
    </section>
  );
}
