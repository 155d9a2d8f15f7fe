import { type ReactNode, useEffect, useRef, useState } from 'react';
import typography from '#web/styles/typography.module.css';
import { cx } from './cx.ts';
import styles from './loading.module.css';

/** Avoids flicker: false for the first 150 ms, and once true, true for at least 300 ms. */
export function useDelayedFlag(active: boolean, { delay = 150, atLeast = 300 } = {}) {
  const [shown, setShown] = useState(false);
  const shownAt = useRef(0);
  useEffect(() => {
    if (active === shown) return undefined;
    const wait = active ? delay : Math.max(0, shownAt.current + atLeast - Date.now());
    const timer = setTimeout(() => {
      if (active) shownAt.current = Date.now();
      setShown(active);
    }, wait);
    return () => clearTimeout(timer);
  }, [active, shown, delay, atLeast]);
  return shown;
}

/** The loading text as a live region, over a skeleton of the content. */
export function LoadingState({
  text,
  children,
  className,
  textClassName,
}: {
  text: string;
  children?: ReactNode;
  className?: string | undefined;
  textClassName?: string | undefined;
}) {
  return (
    <div className={className} aria-busy="true">
      <output className={cx(typography.small, typography.tertiary, styles.said, textClassName)}>{text}</output>
      {children && (
        <div className={styles.shape} aria-hidden="true">
          {children}
        </div>
      )}
    </div>
  );
}
