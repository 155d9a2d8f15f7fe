import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from './cx.ts';

export interface ButtonLook {
  variant?: 'primary' | 'second' | 'ghost' | 'danger' | 'danger-ghost' | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  icon?: ReactNode;
  full?: boolean | undefined;
  className?: string | undefined;
}

export type ButtonProps = ButtonLook & { busy?: boolean | undefined } & ComponentProps<'button'>;

function buttonClass({ variant = 'second', size = 'md', full, className }: ButtonLook) {
  return cx('btn', variant, size !== 'md' && size, full && 'full', className);
}

/** While busy it keeps its label, width and focus; the spinner takes the icon's place and clicks do nothing. */
export function Button({ variant, size, icon, full, className, busy, onClick, children, ...rest }: ButtonProps) {
  const roomy = busy !== undefined && !icon;
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, full, className: cx(roomy && 'roomy', className) })}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={click}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}

export type ButtonLinkProps = ButtonLook & ComponentProps<typeof Link>;

export function ButtonLink({ variant, size, icon, full, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, full, className })}>
      {icon}
      {children}
    </Link>
  );
}
