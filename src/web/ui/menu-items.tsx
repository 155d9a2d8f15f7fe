import { Check } from 'lucide-react';
import { createContext, type PointerEvent, type ReactNode, use } from 'react';
import { Link } from 'react-router';
import { cx } from './cx.ts';
import { Keys } from './keys.tsx';
import styles from './menu.module.css';
import typography from '#web/styles/typography.module.css';

/** Closes the surrounding menu and returns the focus to its button. */
export const MenuContext = createContext<() => void>(() => {});

export interface MenuItemProps {
  icon?: ReactNode;
  shortcut?: string | undefined;
  /** Destructive: drawn in red. */
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
  onSelect?: (() => void) | undefined;
  /** Makes the item a link. */
  to?: string | undefined;
  /** The link leads out of the app, to a page that the server renders. */
  leaves?: boolean | undefined;
  children: ReactNode;
}

const followPointer = (event: PointerEvent<HTMLElement>) => event.currentTarget.focus({ preventScroll: true });

export function MenuItem({
  icon,
  shortcut,
  danger,
  disabled,
  className,
  onSelect,
  to,
  leaves,
  children,
}: MenuItemProps) {
  const close = use(MenuContext);
  const shared = {
    role: 'menuitem',
    tabIndex: -1,
    className: cx(styles.item, danger && styles.danger, className),
    'aria-disabled': disabled || undefined,
    onPointerMove: followPointer,
    onClick: () => {
      if (disabled) return;
      close();
      onSelect?.();
    },
  };
  const content = (
    <>
      {icon}
      <span className={typography.truncate}>{children}</span>
      {shortcut && (
        <span className={styles.shortcut}>
          <Keys keys={shortcut} />
        </span>
      )}
    </>
  );
  if (to !== undefined && !disabled) {
    return (
      <Link to={to} reloadDocument={leaves === true} {...shared}>
        {content}
      </Link>
    );
  }
  return (
    <button type="button" {...shared}>
      {content}
    </button>
  );
}

export interface MenuCheckItemProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Small, at the end of a line of text within the menu. */
  inline?: boolean | undefined;
  children: ReactNode;
}

/** Keeps the menu open, so that several can be set. */
export function MenuCheckItem({ checked, onChange, inline, children }: MenuCheckItemProps) {
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      tabIndex={-1}
      className={cx(styles.item, inline && styles.inline)}
      aria-checked={checked}
      onPointerMove={followPointer}
      onClick={() => onChange(!checked)}
    >
      <Check className={cx(!checked && styles.unchecked)} />
      <span>{children}</span>
    </button>
  );
}

export interface MenuRadioItemProps {
  checked: boolean;
  disabled?: boolean | undefined;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuRadioItem({ checked, disabled, onSelect, children }: MenuRadioItemProps) {
  const close = use(MenuContext);
  return (
    <button
      type="button"
      role="menuitemradio"
      tabIndex={-1}
      className={styles.item}
      aria-checked={checked}
      aria-disabled={disabled || undefined}
      onPointerMove={followPointer}
      onClick={() => {
        if (disabled) return;
        close();
        onSelect();
      }}
    >
      {children}
    </button>
  );
}

export function MenuSeparator() {
  return <hr className={styles.separator} />;
}
