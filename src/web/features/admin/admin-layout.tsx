import './admin.css';
import { Menu as MenuIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#web/paths.ts';
import { Brand } from '#web/ui/brand.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Avatar, Badge, initialsOf } from '#web/ui/labels.tsx';
import { useEmail } from './queries.ts';
import { Sidebar } from './sidebar.tsx';

/** The frame of the console: the sidebar stays, the panel beside it scrolls. */
export function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <div className="adm">
      <aside className="adm-side" aria-label="Admin">
        <div className="adm-brand">
          <Wordmark />
        </div>
        <Sidebar />
      </aside>
      <div className="adm-body">
        <SmallHeader />
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

/** Only where the window has no room for the sidebar. */
function SmallHeader() {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const email = useEmail();
  return (
    <header className="adm-small">
      <IconButton label="Open admin menu" icon={<MenuIcon />} aria-haspopup="dialog" onClick={() => setOpenAt(key)} />
      <Wordmark />
      <span className="fill" />
      <Avatar initials={initialsOf(email)} />
      {/* A step to another place closes the menu by itself. */}
      <Dialog open={openAt === key} onClose={() => setOpenAt(undefined)} title="Admin" side="left">
        <Sidebar />
      </Dialog>
    </header>
  );
}

/** A new screen starts at its top: the browser takes care of the window only. */
function ContentPanel({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.scrollTo?.(0, 0);
  }, [pathname]);
  return (
    <main id="main" tabIndex={-1} ref={panel} className="adm-main scroll">
      {children}
    </main>
  );
}
