import { type SubmitEvent, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ANSWER_MAX } from '#contract/constants.ts';
import type { Need } from '#contract/news.ts';
import { NEEDS_TEXTS as T } from '#contract/news-texts.ts';
import type { Question } from '#contract/question.ts';
import { QUESTION_TEXTS } from '#contract/question-texts.ts';
import { plainLine, plainText } from '#markdown/plain-text.ts';
import { draftFor, useAnswerDraft } from '#web/lib/answer-draft.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/inputs.tsx';
import { Keys } from '#web/ui/keys.tsx';
import { useFocusWithin } from '#web/ui/use-focus-within.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import type { GivenAnswer } from './mutations.ts';
import { NeedFrame, NeedText } from './need-frame.tsx';
import styles from './question-need.module.css';

const CHIPS = 3;

interface QuestionNeedProps {
  need: Need;
  question: Question;
  /** While it is written in, updates leave the list as it is. */
  onWriting: (isOn: boolean) => void;
  /** Resolves to whether it was sent. */
  onAnswer: (answer: GivenAnswer) => Promise<boolean>;
}

/** A question that can be answered in place. The draft is the one of the task's own page, kept on this device. */
export function QuestionNeed({ need, question, onWriting, onAnswer }: QuestionNeedProps) {
  const id = useId();
  const { draft, write } = useAnswerDraft(need.task_id);
  const { option, text } = draftFor(question, draft);
  const [isEmpty, setEmpty] = useState(false);
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useFocusWithin(form, onWriting);
  const agent = question.asked_by.name;
  const more = question.options.length - CHIPS;
  const chosen = option === undefined ? undefined : question.options[option - 1];
  const isReady = option !== undefined || text.trim() !== '';

  const put = (change: { option?: number | undefined; text?: string }) => {
    setEmpty(false);
    write({ questionId: question.id, option, text, ...change });
  };
  const send = async (decide: boolean) => {
    if (isSending) return;
    if (!decide && !isReady) return setEmpty(true);
    setSending(true);
    await onAnswer({ text, decide, option: decide ? undefined : option });
    setSending(false);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void send(false);
  };

  return (
    <NeedFrame need={need} title={T.asks(agent)}>
      <NeedText>{plainText(question.text)}</NeedText>
      {need.is_writable ? (
        <form ref={form} className={styles.form} onSubmit={submit} noValidate>
          {question.options.length > 0 && (
            <fieldset className={styles.options} aria-label={T.suggested(agent)}>
              {question.options.slice(0, CHIPS).map(({ label, consequence }, i) => {
                const place = i + 1;
                return (
                  <Chip
                    key={`${place} ${label}`}
                    shape="tall"
                    pressed={option === place}
                    title={consequence}
                    onClick={() => put({ option: option === place ? undefined : place })}
                  >
                    <span className={typography.truncate}>{plainLine(label)}</span>
                  </Chip>
                );
              })}
              {more > 0 && (
                <Link
                  className={cx(typography.link, typography.small)}
                  to={`${paths.task(need.project_id, `T${need.task_number}`)}&answer`}
                >
                  {T.moreOptions(more)}
                </Link>
              )}
            </fieldset>
          )}
          {chosen?.consequence !== undefined && chosen.consequence !== '' && (
            <p className={cx(styles.consequence, typography.small, typography.secondary)}>{chosen.consequence}</p>
          )}
          <div className={styles.field}>
            <Textarea
              look="line"
              grows
              maxLength={ANSWER_MAX}
              aria-label={T.answerTo(agent)}
              aria-invalid={isEmpty || undefined}
              aria-describedby={isEmpty ? id : undefined}
              placeholder={question.options.length > 0 ? T.placeholder : T.placeholderAlone}
              value={text}
              onChange={(event) => put({ text: event.target.value })}
            />
            <Keys keys="mod+enter" className={cx(styles.keys, layout.hiddenOnPhone)} aria-hidden="true" />
          </div>
          <Button type="submit" variant={isReady ? 'primary' : 'second'} busy={isSending}>
            {T.answer}
          </Button>
          <Button variant="ghost" onClick={() => void send(true)}>
            {QUESTION_TEXTS.letDecide(agent)}
          </Button>
          {isEmpty && (
            <div className={styles.wrong}>
              <FieldError id={id}>{QUESTION_TEXTS.empty}</FieldError>
            </div>
          )}
        </form>
      ) : (
        <p className={cx(typography.small, typography.tertiary)}>{T.readOnly}</p>
      )}
    </NeedFrame>
  );
}
