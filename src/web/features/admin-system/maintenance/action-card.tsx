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

export interface ActionCardProps {
  title: string;
  text: string;
  button: string;
  icon: ReactNode;
  action: Action;
  danger?: boolean | undefined;
  /** What stands beside "Running", such as bytes so far. */
  progress?: string | undefined;
  onStart: () => void;
  onCancel?: (() => void) | undefined;
}

/** One thing to start, with what it is, that it runs, and what came of it. */
export function ActionCard(props: ActionCardProps) {
  const { title, text, button, icon, action, danger, onStart, onCancel } = props;
  return (
    <section className={cx(surface.card, 'action-card')} aria-label={title}>
      <h3>{title}</h3>
      <p className={typography.secondary}>{text}</p>
      <Outcome {...props} />
      <div className={cx(layout.row, layout.gap8)}>
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
  if (action.isPending) return <output className={cx('outcome', typography.secondary)}>Running... {progress}</output>;
  if (action.isError)
    return (
      <div className="outcome">
        <ErrorText>{messageOf(action.error, `${title} failed`)}</ErrorText>
      </div>
    );
  if (!action.data) return null;
  return (
    <output className="outcome ok">
      {action.data.summary} <span className={typography.tertiary}>Took {formatTaken(action.data.ms)}.</span>
    </output>
  );
}
