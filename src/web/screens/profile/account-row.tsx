import { type ReactNode, useId } from 'react';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

/** One row of an account card: what it is about on the left, what one can do on the right. */
export function AccountRow({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="account-row" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p className={cx(typography.small, typography.tertiary)}>{about}</p>
      </div>
      <div className="account-body">{children}</div>
    </section>
  );
}
