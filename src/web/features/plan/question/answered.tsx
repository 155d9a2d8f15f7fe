import { Bot, Check, Pencil, Undo2 } from 'lucide-react';
import { actorName } from '#contract/actor-name.ts';
import type { Question } from '#contract/question.ts';
import { QUESTION_TEXTS as T } from '#contract/question-texts.ts';
import type { Task } from '#contract/task.ts';
import { plainLine, plainText } from '#markdown/plain-text.ts';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { shortAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Avatar, initialsOf } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Dot } from '#web/ui/dot.tsx';
import { Kbd } from '#web/ui/keys.tsx';
import type { PlanView } from '../data/plan-view.ts';
import { KeptDraft } from './kept-draft.tsx';
import { sayPlace } from './what-waits.ts';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import box from './question-box.module.css';
import styles from './answered.module.css';

type Answer = NonNullable<Question['answer']>;

interface AnsweredProps {
  plan: PlanView;
  task: Task;
  question: Question;
  answer: Answer;
  /** Text of a draft that somebody else's answer came before. */
  left: string;
  onDiscard: () => void;
  onChange: () => void;
  onTakeBack: () => void;
}

export function Answered({ plan, task, question, answer, left, onDiscard, ...changes }: AnsweredProps) {
  const now = useNow();
  const option = answer.option === null ? undefined : question.options[answer.option - 1];
  return (
    <section className={box.box} aria-label={T.groupLabel(question.asked_by.name)}>
      <header>
        <Bot className={icon.size14} />
        <span>
          <b>{question.asked_by.name}</b> {T.asked}
        </span>
        <time dateTime={question.asked_at} className={typography.tabular}>
          {shortAge(question.asked_at, now)} ago
        </time>
        <span className={layout.grow} />
        <Badge className={box.badge} tone="ok">
          <Check className={icon.size12} />
          {T.answered}
        </Badge>
      </header>
      <p className={box.settled}>{plainText(question.text)}</p>
      <div className={styles.answer}>
        <Avatar initials={initialsOf(actorName(answer.by))} />
        <span>
          <b>{actorName(answer.by)}</b>{' '}
          <span
            className={cx(typography.tertiary, typography.small)}
          >{`answered ${shortAge(answer.at, now)} ago`}</span>
        </span>
        {option && (
          <span className={styles.choice}>
            <Kbd>{String(answer.option)}</Kbd>
            <span className={typography.truncate}>{plainLine(option.label)}</span>
          </span>
        )}
        {answer.decide && <span className={styles.choice}>{T.decide(question.asked_by.name)}</span>}
        {answer.text !== '' && <p>{plainText(answer.text)}</p>}
      </div>
      {left.trim() !== '' && (
        <KeptDraft
          says={answer.taken_up_at === null ? T.othersFirst(actorName(answer.by)) : T.takenFirst}
          text={left}
          onDiscard={onDiscard}
        />
      )}
      <Outcome plan={plan} task={task} answer={answer} {...changes} />
    </section>
  );
}

type OutcomeProps = Pick<AnsweredProps, 'plan' | 'task' | 'answer' | 'onChange' | 'onTakeBack'>;

/** The answer can be changed or taken back until an agent has taken the task up again. */
function Outcome({ plan, task, answer, onChange, onTakeBack }: OutcomeProps) {
  const locked = useLockedProps();
  const now = useNow();
  const baton = plan.batonOf(task.id);
  if (answer.taken_up_at === null) {
    return (
      <div className={styles.outcome}>
        <Dot />
        <span className={layout.grow}>{sayPlace(plan, task)}</span>
        <IconButton size="sm" label={T.takeBack} icon={<Undo2 />} onClick={onTakeBack} {...locked} />
        <Button variant="ghost" size="sm" icon={<Pencil />} onClick={onChange} {...locked}>
          {T.sendChange}
        </Button>
      </div>
    );
  }
  if (!baton) {
    return (
      <div className={styles.outcome}>
        <Dot />
        <span>{T.takenUp}</span>
      </div>
    );
  }
  return (
    <div className={styles.outcome}>
      <Dot tone="baton" pulse />
      <span className={layout.grow}>
        <b>{baton.holder.name}</b> {T.tookUp(task.number)}. {T.locked}
      </span>
      <span className={styles.task}>{`T${task.number} · ${shortAge(answer.taken_up_at, now)}`}</span>
    </div>
  );
}
