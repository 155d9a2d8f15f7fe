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

/** What every screen shares: skip link, toasts, the key map, and focus that follows a change of page. */
export function Root() {
  const [sheetOpen, setSheetOpen] = useState(false);
  useShortcut({ keys: '?', label: 'This map', group: 'General', run: () => setSheetOpen(true) });
  useShortcut({ keys: 't', label: 'Switch theme', group: 'General', run: cycleTheme });
  useShortcut({ keys: 'z', label: 'Undo the last toast action', group: 'General', run: undoLastToast });
  useShortcut({
    keys: 'alt+t',
    label: 'Focus toasts',
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
      <output className={typography.visuallyHidden}>{page}</output>
      <Toaster />
    </>
  );
}

/**
 * Answers the title to be read out: a change of page without a page load is silent by itself. A guard may hold the new
 * screen back for a while; until that screen has told its title, the one of the page before must not be read.
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
    // What had the focus went with the guard.
    if (title !== '' && document.activeElement === document.body) focusMain();
  }, [title]);
  return title;
}

const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true });
