import { Link } from 'react-router';
import styles from './brand.module.css';

function BrandMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 20 20" aria-hidden="true">
      <path d="M4.2 15.8 9 11" stroke="var(--ink)" strokeWidth="5" strokeLinecap="round" />
      <path d="M11.9 8.1 15.8 4.2" stroke="var(--baton)" strokeWidth="5" strokeLinecap="round" />
    </svg>
  );
}

export interface BrandProps {
  to: string;
  label?: string | undefined;
  /** Only the mark in the narrowest windows. */
  shrinks?: boolean | undefined;
}

export function Brand({ to, label, shrinks }: BrandProps) {
  return (
    <Link className={styles.brand} to={to} aria-label={label}>
      <BrandMark />
      <span className={shrinks ? styles.markOnly : undefined}>Baton</span>
    </Link>
  );
}
