import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';
import typography from '#web/styles/typography.module.css';

/** The loading rule: false for the first 150 ms, and once true it stays so for 300 ms. */
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

export interface SkeletonProps {
  width?: number | string | undefined;
  height?: number | string | undefined;
  round?: boolean | undefined;
  className?: string | undefined;
}

export function Skeleton({ width, height = 10, round, className }: SkeletonProps) {
  return <i className={cx('sk', round && 'round', className)} style={{ width, height }} />;
}

/** The literal loading text, said once, over a skeleton with the shape of what comes. */
export function LoadingState({
  text,
  children,
  className,
}: {
  text: string;
  children?: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div className={className} aria-busy="true">
      <output className={cx(typography.small, typography.tertiary, 'block')}>{text}</output>
      {children && (
        <div className="mt-3" aria-hidden="true">
          {children}
        </div>
      )}
    </div>
  );
}
