import { cx } from './cx.ts';

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

/** Caps for a shortcut in registry form: "g p" gives G and P, "mod+k" gives ⌘K or Ctrl K. */
export function keyCaps(keys: string): string[] {
  return keys.split(' ').flatMap((part) => {
    const names = part.length > 1 ? part.split('+') : [part];
    const caps = names.map((name) => (name === 'mod' ? (isMac() ? '⌘' : 'Ctrl') : (NAMES[name] ?? name.toUpperCase())));
    return caps[0] === '⌘' ? [caps.join('')] : caps;
  });
}

export interface KbdProps {
  /** On the ink of a tooltip. */
  onTooltip?: boolean | undefined;
  className?: string | undefined;
  children: string;
}

export function Kbd({ onTooltip, className, children }: KbdProps) {
  return <kbd className={cx('kbd', onTooltip && 'on-tooltip', className)}>{children}</kbd>;
}

export function Keys({ keys, onTooltip }: { keys: string; onTooltip?: boolean | undefined }) {
  return (
    <span className="keys">
      {keyCaps(keys).map((cap, i, caps) => (
        <Kbd key={caps.slice(0, i + 1).join(' ')} onTooltip={onTooltip}>
          {cap}
        </Kbd>
      ))}
    </span>
  );
}
