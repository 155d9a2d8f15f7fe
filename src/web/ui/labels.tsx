import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export type Tone = 'neutral' | 'outline' | 'ok' | 'bad' | 'warn' | 'info' | 'baton';

// "outline" is taken by a Tailwind utility.
const TONE_CLASS: Record<Tone, string> = {
  neutral: '',
  outline: 'hollow',
  ok: 'ok',
  bad: 'bad',
  warn: 'warn',
  info: 'info',
  baton: 'baton',
};

/** States a fact. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={cx('badge', TONE_CLASS[tone])}>{children}</span>;
}

/** States a task's status. "active" marks the path to the baton. */
export function Tag({
  kind,
  children,
}: {
  kind: 'wip' | 'done' | 'active' | 'blocked' | 'review' | 'orphaned' | 'you';
  children: ReactNode;
}) {
  return <span className={cx('tag', kind)}>{children}</span>;
}

export type ChipProps = { pressed: boolean; count?: number | undefined } & Omit<
  ComponentProps<'button'>,
  'aria-pressed'
>;

/** A control that is on or off. */
export function Chip({ pressed, count, children, className, ...rest }: ChipProps) {
  return (
    <button type="button" {...rest} className={cx('chip', className)} aria-pressed={pressed}>
      {children}
      {count !== undefined && <span className="n">{count}</span>}
    </button>
  );
}

export function Dot({
  tone,
  pulse,
}: {
  tone?: 'ok' | 'bad' | 'warn' | 'baton' | undefined;
  pulse?: boolean | undefined;
}) {
  return <i className={cx('dot', tone, pulse && 'pulse')} aria-hidden="true" />;
}

/** First two letters of the first candidate that has any, else "U". */
export function initialsOf(...candidates: (string | null | undefined)[]) {
  const source = candidates.map((text) => text?.trim() ?? '').find((text) => text !== '') ?? 'U';
  return Array.from(new Intl.Segmenter('en').segment(source), ({ segment }) => segment)
    .slice(0, 2)
    .join('')
    .toUpperCase();
}

export function Avatar({ initials, size }: { initials: string; size?: 'lg' | undefined }) {
  return (
    <span className={cx('avatar', size)} aria-hidden="true">
      {initials}
    </span>
  );
}
