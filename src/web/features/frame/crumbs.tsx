import { Fragment } from 'react';
import { Link } from 'react-router';
import { HeaderSlot } from './header-slot.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './crumbs.module.css';

interface Crumb {
  label: string;
  to?: string | undefined;
}

/** Breadcrumb beside the logo; the last entry is the current screen. */
export function Crumbs({ trail }: { trail: readonly Crumb[] }) {
  return (
    <HeaderSlot place="crumbs">
      <nav className={styles.crumbs} aria-label="Breadcrumb">
        {trail.map(({ label, to }, i) => (
          <Fragment key={label}>
            <span className={styles.slash} aria-hidden="true">
              /
            </span>
            {to !== undefined && i < trail.length - 1 ? (
              <Link to={to} className={typography.truncate}>
                {label}
              </Link>
            ) : (
              <span className={cx(styles.current, typography.truncate)} aria-current="page">
                {label}
              </span>
            )}
          </Fragment>
        ))}
      </nav>
    </HeaderSlot>
  );
}
