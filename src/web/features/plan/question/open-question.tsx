import { Bot, GitFork, Link2 } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { ANSWER_MAX } from '#contract/constants.ts';
import type { Question } from '#contract/question.ts';
import { QUESTION_TEXTS as T } from '#contract/question-texts.ts';
import type { Task } from '#contract/task.ts';
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
import { type AnswerDraft, draftFor } from './answer-draft.ts';
import { Options } from './options.tsx';
import { SeenLine } from './seen-line.tsx';
import { useQuestionKeys } from './use-question-keys.ts';
import { sayWhatWaits } from './what-waits.ts';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

interface OpenQuestionProps {
  plan: PlanView;
  task: Task;
  question: Question;
  draft: AnswerDraft | undefined;
  isSending: boolean;
  wantsFocus: boolean;
  onFocused: () => void;
  onWrite: (draft: AnswerDraft) => void;
  /** Given where an answer is being changed. */
  onCancel: (() => void) | undefined;
  onSend: (answer: GivenAnswer) => void;
}

/** Read, choose, send: the question with its options and a field of one's own. */
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
  /** The same option once more takes the choice back: words of one's own may stand alone. */
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
      <section ref={block} className="qbox open" aria-labelledby={id}>
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
        <p className="qt" id={id}>
          {question.text}
        </p>
        {question.seen !== '' && <SeenLine text={question.seen} />}
        {question.options.length > 0 && (
          <Options question={question} chosen={option} onChoose={choose} disabled={locked.disabled} />
        )}
        <div className="free">
          <Textarea
            className="answer-text"
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
        <div className="afoot">
          <span className={cx(typography.small, typography.tertiary, typography.truncate)}>
            {text.trim() === '' ? T.keptAsNote : T.draftKept}
          </span>
          <span className={layout.grow} />
          {onCancel ? (
            <Button className="afoot-button" variant="ghost" onClick={onCancel}>
              {T.cancel}
            </Button>
          ) : (
            <Button className="afoot-button" variant="ghost" onClick={() => send(true)} {...locked}>
              {T.letDecide(agent)}
            </Button>
          )}
          <Button className="afoot-button" variant="primary" busy={isSending} onClick={() => send(false)} {...locked}>
            {onCancel ? T.sendChange : T.send}
            <Keys keys="mod+enter" className={layout.hiddenOnPhone} aria-hidden="true" />
          </Button>
        </div>
      </section>
      <p className="mean">
        <GitFork className={icon.size14} />
        <span>{sayWhatWaits(plan, task, question)}</span>
      </p>
    </>
  );
}

/** The choice first, where there is one: that is what ten seconds are enough for. */
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

/** Opens the task with the focus in its question. */
const linkTo = ({ number }: Task) => `${window.location.origin}${window.location.pathname}?task=T${number}&answer`;
