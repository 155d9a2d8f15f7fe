import './public.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ThemeButton } from '#web/features/theme/index.ts';
import { paths } from '#web/paths.ts';
import { Brand } from '#web/ui/brand.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

/** Header and footer of the pages anyone may read. `actions` replaces what a guest sees at the right of the header. */
export function PublicFrame({ actions = <GuestActions />, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <>
      <header className="nav wrap">
        <Brand to={paths.landing} label="Baton, home" />
        <span className="fill" />
        <ThemeButton />
        {actions}
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer className="foot wrap">
        <Brand to={paths.landing} label="Baton, home" />
        <span className="fill" />
        <nav aria-label="Footer">
          <Link to={paths.privacy}>Privacy</Link>
          <Link to={paths.terms}>Terms</Link>
          <Link to={paths.contact}>Contact</Link>
        </nav>
      </footer>
    </>
  );
}

function GuestActions() {
  return (
    <nav className="nav-links" aria-label="Account">
      <ButtonLink variant="ghost" to={paths.login}>
        Sign In
      </ButtonLink>
      <ButtonLink variant="primary" to={paths.signup}>
        Start Free
      </ButtonLink>
    </nav>
  );
}
