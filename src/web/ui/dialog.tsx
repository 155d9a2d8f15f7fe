import { X } from 'lucide-react';
import {
  type ComponentProps,
  type SubmitEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { enterModalLayer } from './modal-layer.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the foot. The one with data-autofocus gets the focus. */
  actions?: ReactNode;
  /** Makes the dialog a form; Ctrl or Cmd with Enter submits it. */
  onSubmit?: ((event: SubmitEvent<HTMLFormElement>) => void) | undefined;
  /** False: neither Escape nor a click outside closes it. */
  closable?: boolean | undefined;
  closeOutside?: boolean | undefined;
  size?: 'wide' | 'widest' | undefined;
  /** Icon of the result, such as a tick, above a centred title. */
  outcome?: ReactNode;
  /** A sheet at this edge of the window instead of a centred box. */
  side?: 'left' | 'right' | undefined;
}

/** Modal on the native dialog element, which traps the focus; afterwards the focus is restored. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({
  onClose,
  title,
  description,
  children,
  actions,
  onSubmit,
  closable = true,
  closeOutside = closable,
  size,
  outcome,
  side,
}: Omit<DialogProps, 'open'>) {
  const layer = useRef<HTMLDialogElement>(null);
  const id = useId();
  useModal(layer);

  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault();
      if (closable) onClose();
    }
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey))
      layer.current?.querySelector('form')?.requestSubmit();
  };
  const onPointer = (event: MouseEvent) => {
    if (closeOutside && event.target === layer.current) onClose();
  };

  const content = (
    <>
      {outcome}
      <div className={styles.head}>
        <h2 className={styles.title} id={`${id}-title`}>
          {title}
        </h2>
        {closable && !actions && (
          <IconButton size="sm" className={styles.close} label="Close" icon={<X />} onClick={onClose} />
        )}
      </div>
      {description && (
        <div className={styles.description} id={`${id}-description`}>
          {description}
        </div>
      )}
      {children}
      {actions && <DialogActions>{actions}</DialogActions>}
    </>
  );
  const panel = {
    'data-part': 'panel',
    className: cx(
      styles.panel,
      size === 'wide' && styles.wide,
      size === 'widest' && styles.widest,
      side && styles.edge,
      side === 'left' && styles.navigation,
      outcome !== undefined && styles.outcome,
    ),
  };
  return (
    // The backdrop is part of the dialog element, so its clicks and keys are handled here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={layer}
      className={cx(styles.layer, side === 'left' && styles.left, side === 'right' && styles.right)}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onKeyDown={onKeyDown}
      onMouseDown={onPointer}
      onCancel={(event) => {
        event.preventDefault();
        if (closable) onClose();
      }}
      // Browsers may close a dialog after a second Escape even if it was prevented: it is opened again.
      onClose={() => layer.current?.isConnected && !layer.current.open && layer.current.showModal()}
    >
      {onSubmit ? (
        <form {...panel} onSubmit={onSubmit} noValidate>
          {content}
        </form>
      ) : (
        <div {...panel}>{content}</div>
      )}
    </dialog>
  );
}

/** The buttons at the foot, for content that renders its own. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className={styles.actions} data-part="actions">
      {children}
    </div>
  );
}

/** Only the layer, for content that renders its own panel near the top of the window. */
export function DialogLayer(rest: Omit<ComponentProps<'dialog'>, 'className'>) {
  return <dialog {...rest} className={cx(styles.layer, styles.high)} />;
}

function useModal(layer: { current: HTMLDialogElement | null }) {
  useLayoutEffect(() => {
    const dialog = layer.current;
    if (!dialog) return undefined;
    const origin = document.activeElement;
    if (!dialog.open) dialog.showModal();
    const leave = enterModalLayer(dialog);
    firstFocus(dialog)?.focus();
    return () => {
      leave();
      dialog.close();
      if (origin instanceof HTMLElement && origin.isConnected) origin.focus();
      // The element that opened it may be unmounted, such as the card of a deleted project.
      else document.getElementById('main')?.focus({ preventScroll: true });
    };
  }, [layer]);
}

function firstFocus(dialog: HTMLElement) {
  const wishes = [
    '[data-autofocus]',
    '[data-part=panel] :is(input:not([type=hidden]), textarea)',
    '[data-part=actions] button',
    '[data-part=panel] button',
  ];
  for (const wish of wishes) {
    const found = dialog.querySelector<HTMLElement>(wish);
    if (found) return found;
  }
  return undefined;
}
