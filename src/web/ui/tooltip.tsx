import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { floatBeside } from './anchor.ts';
import { Keys } from './keys.tsx';
import styles from './tooltip.module.css';

const OPEN_AFTER = 400;
const CLOSE_AFTER = 120;

/** Shown on hover and on keyboard focus; Escape closes it. The child needs an accessible name of its own. */
export function Tooltip({
  label,
  shortcut,
  children,
}: {
  label: string;
  shortcut?: string | undefined;
  children: ReactNode;
}) {
  const holder = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);

  const later = (next: boolean, wait: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), wait);
  };
  const close = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return undefined;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);

  return (
    <span
      ref={holder}
      className={styles.holder}
      onPointerEnter={(event: PointerEvent) => event.pointerType === 'mouse' && later(true, OPEN_AFTER)}
      onPointerLeave={() => later(false, CLOSE_AFTER)}
      onPointerDown={close}
      onFocus={(event: FocusEvent) => event.target.matches(':focus-visible') && setOpen(true)}
      onBlur={close}
    >
      {children}
      {open && <Bubble holder={holder} label={label} shortcut={shortcut} />}
    </span>
  );
}

function Bubble({
  holder,
  label,
  shortcut,
}: {
  holder: RefObject<HTMLElement | null>;
  label: string;
  shortcut: string | undefined;
}) {
  const bubble = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const anchor = holder.current?.firstElementChild;
    if (anchor && bubble.current) floatBeside(bubble.current, anchor, { side: 'bottom', align: 'center', gap: 6 });
  }, [holder]);
  return (
    <span ref={bubble} popover="manual" className={styles.tooltip} aria-hidden="true">
      {label}
      {shortcut && <Keys keys={shortcut} />}
    </span>
  );
}
