import type { ReactNode } from 'react';
import styles from './code-box.module.css';
import { cx } from './cx.ts';

/** What a piece of code is, for its colour: `<span data-token="string">`. */
export type CodeToken = 'keyword' | 'string' | 'comment' | 'value' | 'removed';

export interface CodeBoxProps {
  head?: ReactNode;
  /** The head has more in it than a phone has room for in one line. */
  headWraps?: boolean | undefined;
  /** A picture of code in a page of text: its lines wrap, and nothing scrolls. */
  sample?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Code or other text to be copied, in a box of its own. */
export function CodeBox({ head, headWraps, sample, className, children }: CodeBoxProps) {
  return (
    <div data-part="code" className={cx(styles.box, sample && styles.sample, className)}>
      {head !== undefined && <header className={cx(styles.head, headWraps && styles.wraps)}>{head}</header>}
      {/* A box that scrolls must be reachable by keyboard. */}
      <pre className={styles.text} tabIndex={sample ? undefined : 0}>
        {children}
      </pre>
    </div>
  );
}
