import { CircleAlert, CircleCheck, Info, type LucideIcon, RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import icon from '#web/styles/icon.module.css';
import layout from '#web/styles/layout.module.css';

export interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  heading?: 'h1' | 'h2' | 'h3' | undefined;
}

/** One glyph, one line, one hint, one action. */
export function EmptyState({ icon: Icon, title, hint, action, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="empty">
      <Icon className={icon.size20} />
      <Heading className="text-[13px]! leading-5! tracking-normal!">{title}</Heading>
      {hint && <p>{hint}</p>}
      {action}
    </div>
  );
}

export interface ErrorStateProps {
  message: string;
  detail?: string | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  heading?: EmptyStateProps['heading'];
}

/** Stands where the data should be. */
export function ErrorState({ message, detail, onRetry, retrying = false, heading }: ErrorStateProps) {
  return (
    <div role="alert">
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

const NOTICE_ICON = { info: Info, ok: CircleCheck, warn: TriangleAlert, bad: CircleAlert };

export interface NoticeProps {
  tone?: keyof typeof NOTICE_ICON | undefined;
  children: ReactNode;
}

/** A fact that belongs to the page and stays: a banner inside a form or a card. */
export function Notice({ tone = 'info', children }: NoticeProps) {
  const Icon = NOTICE_ICON[tone];
  return (
    <div className={cx('notice', tone)} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon />
      <div className={layout.grow}>{children}</div>
    </div>
  );
}
