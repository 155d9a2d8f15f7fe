import type { ReactNode } from 'react';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { formatTaken } from '../format-size.ts';
import type { Action } from './maintenance-query.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import surface from '#web/styles/surface.module.css';
import { ErrorText } from '#web/ui/error-text.tsx';
import styles from './action-card.module.css';

export interface ActionCardProps {
  title: string;
  text: string;
  button: string;
  icon: ReactNode;
  action: Action;
  danger?: boolean | undefined;
  /** Beside "Running", such as the bytes so far. */
  progress?: string | undefined;
  onStart: () => void;
  onCancel?: (() => void) | undefined;
}

export const ActionCards = ({ children }: { children: ReactNode }) => <div className={styles.cards}>{children}</div>;

/** An action with its description, its state and its result. */
export function ActionCard(props: ActionCardProps) {
  const { title, text, button, icon, action, danger, onStart, onCancel } = props;
  return (
    <section className={cx(surface.card, styles.card)} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <p className={typography.secondary}>{text}</p>
      <Outcome {...props} />
      <div className={cx(layout.row, layout.gap8, styles.buttons)}>
        <Button variant={danger ? 'danger-outline' : 'second'} icon={icon} busy={action.isPending} onClick={onStart}>
          {button}
        </Button>
        {action.isPending && onCancel && (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </section>
  );
}

function Outcome({ title, action, progress }: ActionCardProps) {
  if (action.isPending)
    return <output className={cx(styles.outcome, typography.secondary)}>Running... {progress}</output>;
  if (action.isError)
    return (
      <div className={styles.outcome}>
        <ErrorText>{messageOf(action.error, `${title} failed`)}</ErrorText>
      </div>
    );
  if (!action.data) return null;
  return (
    <output className={cx(styles.outcome, styles.done)}>
      {action.data.summary} <span className={typography.tertiary}>Took {formatTaken(action.data.ms)}.</span>
    </output>
  );
}
