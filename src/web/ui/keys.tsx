import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './keys.module.css';

const NAMES: Record<string, string> = {
  alt: 'Alt',
  shift: 'Shift',
  enter: '↵',
  escape: 'Esc',
  esc: 'Esc',
  arrowdown: '↓',
  arrowup: '↑',
  arrowleft: '←',
  arrowright: '→',
};

const isMac = () => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** Key caps of a shortcut in registry form: "g p" gives G and P, "mod+k" gives ⌘K or Ctrl K. */
export function keyCaps(keys: string): string[] {
  return keys.split(' ').flatMap((part) => {
    const names = part.length > 1 ? part.split('+') : [part];
    const caps = names.map((name) => (name === 'mod' ? (isMac() ? '⌘' : 'Ctrl') : (NAMES[name] ?? name.toUpperCase())));
    return caps[0] === '⌘' ? [caps.join('')] : caps;
  });
}

export interface KbdProps {
  children: ReactNode;
  size?: 'lg' | undefined;
  className?: string | undefined;
  'aria-hidden'?: 'true' | undefined;
}

export function Kbd({ children, size, className, ...rest }: KbdProps) {
  return (
    <kbd className={cx(styles.key, size === 'lg' && styles.large, className)} {...rest}>
      {children}
    </kbd>
  );
}

export interface KeysProps {
  keys: string;
  className?: string | undefined;
  'aria-hidden'?: 'true' | undefined;
}

export function Keys({ keys, className, ...rest }: KeysProps) {
  return (
    <span className={cx(styles.keys, className)} {...rest}>
      {keyCaps(keys).map((cap, i, caps) => (
        <Kbd key={caps.slice(0, i + 1).join(' ')}>{cap}</Kbd>
      ))}
    </span>
  );
}
