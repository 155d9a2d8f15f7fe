import { type LucideIcon, RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import icon from '#web/styles/icon.module.css';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  hint?: ReactNode;
  /** A button, or a row of them. */
  action?: ReactNode;
  heading?: 'h1' | 'h2' | 'h3' | undefined;
  className?: string | undefined;
  /** Replaces the action, for example by a field. */
  children?: ReactNode;
}

export function EmptyState({
  icon: Icon,
  title,
  hint,
  action,
  heading: Heading = 'h2',
  className,
  children,
}: EmptyStateProps) {
  return (
    <div className={cx(styles.empty, className)}>
      <Icon className={cx(icon.size20, styles.icon)} />
      <Heading className={styles.title}>{title}</Heading>
      {hint && <p className={styles.hint}>{hint}</p>}
      {action && <div className={styles.action}>{action}</div>}
      {children}
    </div>
  );
}

export interface ErrorStateProps {
  message: string;
  detail?: string | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  heading?: EmptyStateProps['heading'];
  className?: string | undefined;
}

/** Shown instead of the data. */
export function ErrorState({ message, detail, onRetry, retrying = false, heading, className }: ErrorStateProps) {
  return (
    <div className={className} role="alert">
      <EmptyState
        icon={TriangleAlert}
        title={message}
        hint={detail}
        heading={heading}
        action={
          onRetry && (
            <Button icon={<RotateCw />} busy={retrying} onClick={onRetry}>
              Try Again
            </Button>
          )
        }
      />
    </div>
  );
}
