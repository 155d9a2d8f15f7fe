import { type ReactNode, useId } from 'react';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './account-row.module.css';

/** One row of an account card: description on the left, actions on the right. */
export function AccountRow({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.row} aria-labelledby={id}>
      <div>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        <p className={cx(styles.about, typography.small, typography.tertiary)}>{about}</p>
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
