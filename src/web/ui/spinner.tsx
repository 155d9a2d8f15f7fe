import { cx } from './cx.ts';
import styles from './spinner.module.css';

/** Decoration: the text beside it says what is in progress. */
export function Spinner({ className }: { className?: string | undefined }) {
  return <span className={cx(styles.spinner, className)} aria-hidden="true" />;
}
