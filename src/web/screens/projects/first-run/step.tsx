import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { FIRST_RUN_TEXTS as T } from '#contract/first-run-texts.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './first-run.module.css';

export type StepState = 'now' | 'done' | 'later';

interface StepProps {
  n: 1 | 2 | 3;
  state: StepState;
  title: string;
  /** What is to be done, or the result once it is. */
  hint: ReactNode;
  heading: 'h2' | 'h3';
  /** Shown while it is the current step. */
  children: ReactNode;
}

const LOOK = { now: styles.now, done: styles.done, later: styles.later } as const;

export function Step({ n, state, title, hint, heading: Heading, children }: StepProps) {
  const said = state === 'done' ? T.done : state === 'now' ? T.step(n) : T.after(n - 1);
  const item = useRef<HTMLLIElement>(null);
  const before = useRef(state);
  // The step before was finished by a button that is gone: the focus goes on to this one and not to the body.
  useEffect(() => {
    const isNext = state === 'now' && before.current === 'later';
    before.current = state;
    if (isNext && document.activeElement === document.body) item.current?.focus();
  }, [state]);
  return (
    <li
      ref={item}
      tabIndex={-1}
      className={cx(styles.step, LOOK[state])}
      aria-current={state === 'now' ? 'step' : undefined}
    >
      <span className={styles.number} aria-hidden="true">
        {state === 'done' ? <Check /> : n}
      </span>
      <div className={styles.body}>
        <Heading>{title}</Heading>
        <p>{hint}</p>
        {state === 'now' && children}
      </div>
      <span className={cx(styles.state, typography.small)}>{said}</span>
    </li>
  );
}
