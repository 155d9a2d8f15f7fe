import { useId } from 'react';
import type { Question } from '#contract/question.ts';
import { QUESTION_TEXTS as T } from '#contract/question-texts.ts';
import { plainLine } from '#markdown/plain-text.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Kbd } from '#web/ui/keys.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './options.module.css';

interface OptionsProps {
  question: Question;
  /** 1-based. */
  chosen: number | undefined;
  onChoose: (place: number) => void;
  disabled: true | undefined;
}

export function Options({ question, chosen, onChoose, disabled }: OptionsProps) {
  const name = useId();
  const agent = question.asked_by.name;
  return (
    <div className={styles.options} role="radiogroup" aria-label={T.options(agent)}>
      {question.options.map(({ label, consequence, preferred }, i) => {
        const place = i + 1;
        return (
          <label key={`${place} ${label}`} className={styles.option}>
            <input
              type="radio"
              className={cx(styles.choice, typography.visuallyHidden)}
              name={name}
              checked={chosen === place}
              disabled={disabled}
              // A radio fires no change event when its selected option is clicked again; the click handler clears it.
              onChange={() => onChoose(place)}
              onClick={() => chosen === place && onChoose(place)}
            />
            <span className={styles.face}>
              <Kbd size="lg" aria-hidden="true">
                {place}
              </Kbd>
              <span>
                <b>{plainLine(label)}</b>
                {consequence !== undefined && consequence !== '' && <small>{plainLine(consequence)}</small>}
              </span>
              {preferred === true && (
                <Badge className={styles.badge} tone="outline" onSelected={chosen === place}>
                  {T.preferred(agent)}
                </Badge>
              )}
            </span>
          </label>
        );
      })}
    </div>
  );
}
