import { Fragment } from 'react';
import { Link } from 'react-router';
import { HeaderSlot } from './header-slot.tsx';

interface Crumb {
  label: string;
  to?: string | undefined;
}

/** The way to this screen, shown beside the logo; the last step is the screen itself. */
export function Crumbs({ trail }: { trail: readonly Crumb[] }) {
  return (
    <HeaderSlot place="crumbs">
      <nav className="crumbs" aria-label="Breadcrumb">
        {trail.map(({ label, to }, i) => (
          <Fragment key={label}>
            <span className="slash" aria-hidden="true">
              /
            </span>
            {to !== undefined && i < trail.length - 1 ? (
              <Link to={to} className="trunc">
                {label}
              </Link>
            ) : (
              <span className="cur trunc" aria-current="page">
                {label}
              </span>
            )}
          </Fragment>
        ))}
      </nav>
    </HeaderSlot>
  );
}
