import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { toggleTheme } from '#web/lib/theme.ts';
import { useTheme } from '#web/lib/use-theme.ts';
import { paths } from '#web/paths.ts';
import { Brand } from '#web/ui/brand.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { AccountLinks } from './account-links.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './public-frame.module.css';

export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={cx(layout.page, styles.header)}>
        <Brand to={paths.landing} label="Baton, home" shrinks />
        <span className={layout.grow} />
        <a className={cx(layout.hiddenOnPhone, styles.docs)} href={paths.docs}>
          Documentation
        </a>
        <ThemeToggle {...useTheme()} onToggle={toggleTheme} />
        <AccountLinks />
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <footer className={cx(layout.page, styles.footer)}>
        <Brand to={paths.landing} label="Baton, home" />
        <span className={layout.grow} />
        <nav aria-label="Footer">
          <a href={paths.docs}>Documentation</a>
          <Link to={paths.privacy}>Privacy</Link>
          <Link to={paths.terms}>Terms</Link>
          <Link to={paths.contact}>Contact</Link>
        </nav>
      </footer>
    </>
  );
}
