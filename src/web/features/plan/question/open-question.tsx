import { Bot, GitFork, Link2 } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { ANSWER_MAX } from '#contract/constants.ts';
import type { Question } from '#contract/question.ts';
import { QUESTION_TEXTS as T } from '#contract/question-texts.ts';
import type { Task } from '#contract/task.ts';
import { plainText } from '#markdown/plain-text.ts';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { shortAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Textarea } from '#web/ui/inputs.tsx';
import { Keys } from '#web/ui/keys.tsx';
import type { PlanView } from '../data/plan-view.ts';
import type { GivenAnswer } from '../data/question-edits.ts';
import { copySaid } from '../task/copy-said.ts';
import { type AnswerDraft, draftFor } from '#web/lib/answer-draft.ts';
import { Options } from './options.tsx';
import { SeenLine } from './seen-line.tsx';
import { useQuestionKeys } from './use-question-keys.ts';
import { sayWhatWaits } from './what-waits.ts';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import box from './question-box.module.css';
import styles from './open-question.module.css';

interface OpenQuestionProps {
  plan: PlanView;
  task: Task;
  question: Question;
  draft: AnswerDraft | undefined;
  isSending: boolean;
  wantsFocus: boolean;
  onFocused: () => void;
  onWrite: (draft: AnswerDraft) => void;
  /** Given if an existing answer is being changed. */
  onCancel: (() => void) | undefined;
  onSend: (answer: GivenAnswer) => void;
}

export function OpenQuestion(props: OpenQuestionProps) {
  const { plan, task, question, draft, isSending, wantsFocus, onFocused, onWrite, onCancel, onSend } = props;
  const block = useRef<HTMLElement>(null);
  const id = useId();
  const now = useNow();
  const locked = useLockedProps();
  const [isEmpty, setEmpty] = useState(false);
  const { option, text } = draftFor(question, draft);
  const agent = question.asked_by.name;

  const put = (change: Partial<Pick<AnswerDraft, 'option' | 'text'>>) => {
    setEmpty(false);
    onWrite({ questionId: question.id, option, text, ...change });
  };
  /** Choosing the selected option again clears it, because an answer may consist of text alone. */
  const choose = (place: number) => put({ option: option === place ? undefined : place });
  const send = (decide: boolean) => {
    if (isSending || locked.disabled) return;
    if (!decide && option === undefined && text.trim() === '') setEmpty(true);
    else onSend({ text, decide, option: decide ? undefined : option });
  };
  useQuestionKeys({ block, count: question.options.length, onChoose: choose, onSend: () => send(false) });
  useFocusInside(block, wantsFocus, onFocused);

  return (
    <>
      <section ref={block} className={cx(box.box, box.open)} aria-labelledby={id}>
        <header>
          <Bot className={icon.size14} />
          <span>
            <b>{agent}</b> {T.asks}
          </span>
          <time dateTime={question.asked_at} className={typography.tabular}>
            {shortAge(question.asked_at, now)} ago
          </time>
          <span className={layout.grow} />
          <IconButton
            size="sm"
            label={T.copyLink}
            icon={<Link2 />}
            onClick={() => void copySaid(linkTo(task), 'Link')}
          />
        </header>
        <p className={styles.question} id={id}>
          {plainText(question.text)}
        </p>
        {question.seen !== '' && <SeenLine text={question.seen} />}
        {question.options.length > 0 && (
          <Options question={question} chosen={option} onChoose={choose} disabled={locked.disabled} />
        )}
        <div className={styles.own}>
          <Textarea
            className={styles.text}
            aria-label={T.yourAnswer}
            aria-invalid={isEmpty || undefined}
            aria-describedby={isEmpty ? `${id}-empty` : undefined}
            rows={2}
            maxLength={ANSWER_MAX}
            placeholder={question.options.length > 0 ? T.placeholder : T.placeholderAlone}
            value={text}
            onChange={(event) => put({ text: event.target.value })}
            {...locked}
          />
          {isEmpty && <FieldError id={`${id}-empty`}>{T.empty}</FieldError>}
        </div>
        <div className={styles.footer}>
          <span className={cx(styles.says, typography.small, typography.tertiary, typography.truncate)}>
            {text.trim() === '' ? T.keptAsNote : T.draftKept}
          </span>
          <span className={cx(styles.gap, layout.grow)} />
          {onCancel ? (
            <Button className={styles.button} variant="ghost" onClick={onCancel}>
              {T.cancel}
            </Button>
          ) : (
            <Button className={styles.button} variant="ghost" onClick={() => send(true)} {...locked}>
              {T.letDecide(agent)}
            </Button>
          )}
          <Button className={styles.button} variant="primary" busy={isSending} onClick={() => send(false)} {...locked}>
            {onCancel ? T.sendChange : T.send}
            <Keys keys="mod+enter" className={layout.hiddenOnPhone} aria-hidden="true" />
          </Button>
        </div>
      </section>
      <p className={styles.meaning}>
        <GitFork className={icon.size14} />
        <span>{sayWhatWaits(plan, task, question)}</span>
      </p>
    </>
  );
}

/** Focuses the selected option if there is one, else the first field. */
function useFocusInside(block: { current: HTMLElement | null }, wanted: boolean, onFocused: () => void) {
  const focus = useEffectEvent(() => {
    const target =
      block.current?.querySelector<HTMLElement>('input:checked') ??
      block.current?.querySelector<HTMLElement>('input, textarea');
    target?.focus();
    block.current?.scrollIntoView?.({ block: 'nearest' });
    onFocused();
  });
  useEffect(() => {
    if (wanted) focus();
  }, [wanted]);
}

/** Deep link that also focuses the question. */
const linkTo = ({ number }: Task) => `${window.location.origin}${window.location.pathname}?task=T${number}&answer`;
