import { useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { ShortcutSheet } from '#web/features/shortcuts/index.ts';
import { cycleTheme } from '#web/lib/theme.ts';
import { useShortcut } from '#web/lib/use-shortcut.ts';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { focusToasts, undoLastToast } from '#web/ui/toast.ts';
import { Toaster } from '#web/ui/toaster.tsx';

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
      <output className="sr">{page}</output>
      <Toaster />
    </>
  );
}

/** Answers the title to be read out: a change of page without a page load is silent by itself. */
function useFocusOnPageChange() {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    document.getElementById('main')?.focus({ preventScroll: true });
    setTitle(document.title);
  }, [pathname]);
  return title;
}
