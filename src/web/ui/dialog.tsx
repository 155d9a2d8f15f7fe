import { X } from 'lucide-react';
import {
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

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the foot. The one marked data-autofocus gets the focus. */
  actions?: ReactNode;
  /** Makes the dialog a form; Ctrl or Cmd with Enter submits it. */
  onSubmit?: ((event: SubmitEvent<HTMLFormElement>) => void) | undefined;
  /** False: neither Escape nor a click outside closes it. */
  closable?: boolean | undefined;
  closeOutside?: boolean | undefined;
  size?: 'wide' | undefined;
  /** A sheet along this edge of the window instead of a box in its middle. */
  side?: 'left' | 'right' | undefined;
}

/** A modal on the browser's own dialog element: focus stays inside and returns to where it was. */
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
  side,
}: Omit<DialogProps, 'open'>) {
  const layer = useRef<HTMLDialogElement>(null);
  const id = useId();
  useModal(layer);

  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
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
      <div className="dhead">
        <h2 id={`${id}-title`}>{title}</h2>
        {closable && !actions && <IconButton size="sm" label="Close" icon={<X />} onClick={onClose} />}
      </div>
      {description && (
        <div className="ddesc" id={`${id}-description`}>
          {description}
        </div>
      )}
      {children}
      {actions && <div className="acts">{actions}</div>}
    </>
  );
  const panel = cx('dialog', size, side && 'edge');
  return (
    // The keys and clicks of a dialog are those of its window.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={layer}
      className={cx('dialog-layer', side)}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onKeyDown={onKeyDown}
      onMouseDown={onPointer}
      onCancel={(event) => {
        event.preventDefault();
        if (closable) onClose();
      }}
      // A browser may close a dialog after repeated Escapes whatever we say: open it again.
      onClose={() => layer.current?.isConnected && !layer.current.open && layer.current.showModal()}
    >
      {onSubmit ? (
        <form className={panel} onSubmit={onSubmit} noValidate>
          {content}
        </form>
      ) : (
        <div className={panel}>{content}</div>
      )}
    </dialog>
  );
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
      // What opened it may be gone meanwhile, such as the card of a project that was deleted.
      else document.getElementById('main')?.focus({ preventScroll: true });
    };
  }, [layer]);
}

function firstFocus(dialog: HTMLElement) {
  const wishes = [
    '[data-autofocus]',
    '.dialog input:not([type=hidden]), .dialog textarea',
    '.acts button',
    '.dialog button',
  ];
  for (const wish of wishes) {
    const found = dialog.querySelector<HTMLElement>(wish);
    if (found) return found;
  }
  return undefined;
}
