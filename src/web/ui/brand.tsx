import { Link } from 'react-router';

function BrandMark() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <path d="M4.2 15.8 9 11" stroke="var(--ink)" strokeWidth="5" strokeLinecap="round" />
      <path d="M11.9 8.1 15.8 4.2" stroke="var(--baton)" strokeWidth="5" strokeLinecap="round" />
    </svg>
  );
}

/** Mark and wordmark, as a link home. */
export function Brand({ to, label }: { to: string; label?: string | undefined }) {
  return (
    <Link className="brand" to={to} aria-label={label}>
      <BrandMark />
      <span>Baton</span>
    </Link>
  );
}
