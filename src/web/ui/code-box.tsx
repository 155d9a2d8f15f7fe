import type { ReactNode } from 'react';
import styles from './code-box.module.css';
import { cx } from './cx.ts';

/** Kind of a token, for its colour: `<span data-token="string">`. */
export type CodeToken = 'keyword' | 'string' | 'comment' | 'value' | 'removed';

export interface CodeBoxProps {
  head?: ReactNode;
  /** The head may wrap on a phone. */
  headWraps?: boolean | undefined;
  /** An illustration in a page of text: lines wrap, and nothing scrolls. */
  sample?: boolean | undefined;
  /** One long word such as a key: larger, and broken anywhere so that all of it is visible. */
  secret?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function CodeBox({ head, headWraps, sample, secret, className, children }: CodeBoxProps) {
  return (
    <div data-part="code" className={cx(styles.box, sample && styles.sample, secret && styles.secret, className)}>
      {head !== undefined && <header className={cx(styles.head, headWraps && styles.wraps)}>{head}</header>}
      {/* A scroll container must be focusable, or it cannot be scrolled by keyboard. */}
      <pre className={styles.text} tabIndex={sample ? undefined : 0}>
        {children}
      </pre>
    </div>
  );
}
