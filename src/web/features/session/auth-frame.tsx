import styles from './auth-frame.module.css';
import type { ReactNode } from 'react';
import { paths } from '#web/paths.ts';
import { Brand } from '#web/ui/brand.tsx';
import { LanesArt } from '#web/ui/lanes-art.tsx';

/** Two halves: the form, and a drawing on wide screens. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <header>
          <Brand to={paths.landing} label="Baton, home" />
        </header>
        <main id="main" tabIndex={-1} className={styles.main}>
          {children}
        </main>
        <footer className={styles.footer}>
          <a href={paths.docs}>Documentation</a>
        </footer>
      </div>
      <aside className={styles.art} aria-hidden="true">
        <LanesArt className={styles.drawing} />
      </aside>
    </div>
  );
}
