import { cx } from './cx.ts';
import styles from './spinner.module.css';

/** Something is under way; the words beside it say what. */
export function Spinner({ className }: { className?: string | undefined }) {
  return <span className={cx(styles.spinner, className)} aria-hidden="true" />;
}
