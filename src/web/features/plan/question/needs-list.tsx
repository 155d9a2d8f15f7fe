import './needs-you.css';
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

/** In the project's bar: how much waits for a person, and the way there. */
export function NeedsList({ plan, onSelect }: { plan: PlanView; onSelect: (taskId: string) => void }) {
  const now = useNow();
  const needs = plan.needsYou();
  const [first] = needs;
  if (!first) return null;
  const face = (
    <>
      <MessageCircleQuestionMark />
      {T.needsYou} <span className="n">{needs.length}</span>
    </>
  );
  if (needs.length === 1) {
    return (
      <button type="button" className="need" aria-label={T.goTo(1)} onClick={() => onSelect(first.id)}>
        {face}
      </button>
    );
  }
  return (
    <Menu
      label={T.needsYou}
      trigger={(props) => (
        <button {...props} type="button" className="need">
          {face}
        </button>
      )}
    >
      {needs.slice(0, SHOWN).map((task) => (
        <MenuItem
          key={task.id}
          icon={
            isAsking(task) ? <MessageCircleQuestionMark className="why-mark" /> : <OctagonAlert className="why-mark" />
          }
          onSelect={() => onSelect(task.id)}
        >
          <span className="need-row">
            <span className="no">T{task.number}</span>
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
