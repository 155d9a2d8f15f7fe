import { Menu as MenuIcon } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#web/paths.ts';
import { Brand } from '#web/ui/brand.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Avatar, initialsOf } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useKeptPlaces } from './keep-places.ts';
import { useEmail, useIsMaintenance } from './queries.ts';
import { Sidebar } from './sidebar.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './admin-layout.module.css';

interface AdminLayoutProps {
  /** Opens the command menu. */
  find: ReactNode;
  children: ReactNode;
}

/** The sidebar is fixed, the panel beside it scrolls. */
export function AdminLayout({ find, children }: AdminLayoutProps) {
  return (
    <div className={styles.frame} data-fills-window="">
      <aside className={styles.side} aria-label="Admin">
        <div className={styles.brand}>
          <Wordmark />
        </div>
        <div className={styles.find}>{find}</div>
        <Sidebar />
      </aside>
      <div className={styles.body}>
        <SmallHeader find={find} />
        <ContentPanel>{children}</ContentPanel>
      </div>
    </div>
  );
}

function Wordmark() {
  return (
    <>
      <Brand to={paths.projects} label="Baton, projects" />
      <Badge tone="outline">Admin</Badge>
    </>
  );
}

/** Shown only where the window has no room for the sidebar. */
function SmallHeader({ find }: { find: ReactNode }) {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const email = useEmail();
  return (
    <header className={styles.smallHeader}>
      <IconButton label="Open admin menu" icon={<MenuIcon />} aria-haspopup="dialog" onClick={() => setOpenAt(key)} />
      <Wordmark />
      <span className={layout.grow} />
      {find}
      <Avatar initials={initialsOf(email)} />
      {/* Open only for the current history entry, so that every navigation closes it. */}
      <Dialog open={openAt === key} onClose={() => setOpenAt(undefined)} title="Admin" side="left">
        <Sidebar />
      </Dialog>
    </header>
  );
}

function ContentPanel({ children }: { children: ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  const keep = useKeptPlaces(panel);
  return (
    <main id="main" tabIndex={-1} ref={panel} className={cx(styles.main, layout.scroll)} onScrollCapture={keep}>
      <ModeNotice />
      {children}
    </main>
  );
}

/** On every screen of the console but the one of maintenance, which says so itself: only administrators can end the mode. */
function ModeNotice() {
  const { pathname } = useLocation();
  if (!useIsMaintenance() || pathname === paths.adminMaintenance) return null;
  return (
    <div className={styles.notice}>
      <Notice tone="warn">
        Maintenance mode is on: only administrators can work.{' '}
        <Link className={styles.noticeLink} to={paths.adminMaintenance}>
          End it
        </Link>
      </Notice>
    </div>
  );
}
