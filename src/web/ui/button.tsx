import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

const VARIANT = {
  primary: styles.primary,
  second: styles.secondary,
  ghost: styles.ghost,
  danger: styles.danger,
  'danger-ghost': styles.dangerGhost,
  'danger-outline': styles.dangerOutline,
} as const;
const SIZE = { sm: styles.small, md: undefined, lg: styles.large } as const;

export interface ButtonLook {
  variant?: keyof typeof VARIANT | undefined;
  size?: keyof typeof SIZE | undefined;
  icon?: ReactNode;
  full?: boolean | undefined;
  iconOnly?: boolean | undefined;
  /** Hides the text where its container is narrow. */
  iconWhenNarrow?: boolean | undefined;
  /** A small button with the full height on a phone. */
  tallOnPhone?: boolean | undefined;
  pill?: boolean | undefined;
  raised?: boolean | undefined;
  /** Fainter until its table row is hovered. */
  faint?: boolean | undefined;
  /** Its action has just succeeded. */
  done?: boolean | undefined;
  className?: string | undefined;
}

/** Separates the props of the look from those of the element. */
function splitLook<Props extends ButtonLook>(props: Props) {
  const { variant = 'second', size = 'md', icon, full, className, ...others } = props;
  const { iconOnly, iconWhenNarrow, tallOnPhone, pill, raised, faint, done, ...rest } = others;
  const look = cx(
    styles.button,
    VARIANT[variant],
    SIZE[size],
    full && styles.full,
    iconOnly && styles.iconOnly,
    iconWhenNarrow && styles.iconWhenNarrow,
    tallOnPhone && styles.tallOnPhone,
    pill && styles.pill,
    raised && styles.raised,
    faint && styles.faint,
    done && styles.done,
    className,
  );
  return { look, icon, rest };
}

export type ButtonProps = ButtonLook & { busy?: boolean | undefined } & ComponentProps<'button'>;

/** While busy it keeps label, width and focus; the spinner replaces the icon and clicks are ignored. */
export function Button({ busy, onClick, children, ...props }: ButtonProps) {
  const { look, icon, rest } = splitLook(props);
  const roomy = busy !== undefined && !icon;
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={cx(look, roomy && styles.roomy)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={click}
    >
      {busy ? <Spinner className={styles.spinner} /> : icon}
      {children}
    </button>
  );
}

export type ButtonLinkProps = ButtonLook & ComponentProps<typeof Link>;

export function ButtonLink({ children, ...props }: ButtonLinkProps) {
  const { look, icon, rest } = splitLook(props);
  return (
    <Link {...rest} className={look} data-part="button">
      {icon}
      {children}
    </Link>
  );
}

export type ButtonAnchorProps = ButtonLook & ComponentProps<'a'>;

/** For addresses outside the app's routes. */
export function ButtonAnchor({ children, ...props }: ButtonAnchorProps) {
  const { look, icon, rest } = splitLook(props);
  return (
    <a {...rest} className={look} data-part="button">
      {icon}
      {children}
    </a>
  );
}
