import { Keyboard, SunMoon, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { ShortcutSheet } from '#web/features/shortcuts/index.ts';
import { useToldTitle } from '#web/lib/page-title.ts';
import { cycleTheme } from '#web/lib/theme.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { focusToasts, undoLastToast } from '#web/ui/toast.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import typography from '#web/styles/typography.module.css';

/** Shared by every screen: skip link, toasts, the list of shortcuts, and moving the focus on navigation. */
export function Root() {
  const [sheetOpen, setSheetOpen] = useState(false);
  useShortcut({
    keys: '?',
    label: 'Keyboard shortcuts',
    group: 'General',
    icon: Keyboard,
    run: () => setSheetOpen(true),
  });
  useShortcut({ keys: 't', label: 'Switch theme', group: 'General', icon: SunMoon, run: cycleTheme });
  useShortcut({ keys: 'z', label: 'Undo', group: 'General', icon: Undo2, run: undoLastToast });
  useShortcut({
    keys: 'alt+t',
    label: 'Focus notifications',
    keyOnly: true,
    group: 'General',
    inDialogs: true,
    inInputs: true,
    run: focusToasts,
  });
  const page = useFocusOnPageChange();

  return (
    <>
      <SkipLink />
      <Outlet />
      <ScrollRestoration />
      <ShortcutSheet open={sheetOpen} onClose={() => setSheetOpen(false)} />
      <output className={typography.visuallyHidden} data-part="page-title">
        {page}
      </output>
      <Toaster />
    </>
  );
}

/**
 * Returns the title for the live region, since a client-side navigation is not announced by itself. A guard may delay the new
 * screen: until that screen has set its title, the previous one must not be announced.
 */
function useFocusOnPageChange() {
  const { pathname } = useLocation();
  const told = useToldTitle();
  const [page, setPage] = useState({ pathname, before: told, isFirst: true });
  if (page.pathname !== pathname) setPage({ pathname, before: told, isFirst: false });
  const title = page.isFirst || page.before === told ? '' : told.title;

  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    focusMain();
  }, [pathname]);
  useEffect(() => {
    // The focused element was removed together with the guard's page.
    if (title !== '' && document.activeElement === document.body) focusMain();
  }, [title]);
  return title;
}

const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true });
