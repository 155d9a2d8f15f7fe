import { Check, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { Kbd } from './keys.tsx';
import styles from './toaster.module.css';
import { useTopModal } from './modal-layer.ts';
import {
  dismissToast,
  listToasts,
  resumeToastTimers,
  runToastAction,
  type ShownToast,
  stopToastTimers,
  subscribeToasts,
  TOAST_REGION,
} from './toast.ts';

const ICONS = { default: Info, success: Check, destructive: TriangleAlert };
const LOOK = { default: undefined, success: styles.success, destructive: styles.destructive };

/** The only place for toasts. Rendered through a portal into an open modal, because everything outside it is inert. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, listToasts);
  const modal = useTopModal();
  useStopWhileHidden();
  return toasts.length === 0
    ? null
    : createPortal(<ToastRegion toasts={toasts} key={modal ? 'modal' : 'page'} />, modal ?? document.body);
}

function ToastRegion({ toasts }: { toasts: readonly ShownToast[] }) {
  const region = useRef<HTMLElement>(null);
  const origin = useRef<Element | null>(null);
  useLayoutEffect(
    () => () => {
      resumeToastTimers('hover');
      resumeToastTimers('focus');
    },
    [],
  );
  useLayoutEffect(() => {
    const element = region.current;
    // A toast may be added while its dialog is unmounted: the region is then mounted again in the page.
    if (element?.isConnected && 'showPopover' in element) element.showPopover();
  }, []);

  return (
    // Hover and focus pause the timers; Escape leaves the region.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={region}
      id={TOAST_REGION}
      popover="manual"
      className={styles.region}
      aria-label="Notifications"
      tabIndex={-1}
      onPointerEnter={() => stopToastTimers('hover')}
      onPointerLeave={() => resumeToastTimers('hover')}
      onFocus={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) origin.current = event.relatedTarget;
        stopToastTimers('focus');
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) resumeToastTimers('focus');
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        if (origin.current instanceof HTMLElement) origin.current.focus();
      }}
    >
      {toasts.map((each) => (
        <Toast key={each.id} toast={each} />
      ))}
    </section>
  );
}

function Toast({ toast }: { toast: ShownToast }) {
  const Icon = ICONS[toast.variant];
  return (
    <div
      data-part="toast"
      className={cx(styles.toast, LOOK[toast.variant])}
      role={toast.variant === 'destructive' ? 'alert' : 'status'}
      aria-atomic="true"
    >
      <Icon />
      <div className={styles.text}>
        <b>{toast.title}</b>
        {toast.description && <p>{toast.description}</p>}
      </div>
      {toast.action && (
        <Button size="sm" className={cx(styles.button, styles.action)} onClick={() => runToastAction(toast.id)}>
          {toast.action.label} <Kbd>Z</Kbd>
        </Button>
      )}
      <IconButton
        size="sm"
        className={styles.button}
        label="Dismiss"
        icon={<X />}
        onClick={() => dismissToast(toast.id)}
      />
    </div>
  );
}

function useStopWhileHidden() {
  useEffect(() => {
    const follow = () => (document.hidden ? stopToastTimers('hidden') : resumeToastTimers('hidden'));
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
}
