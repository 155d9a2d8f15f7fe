import { type RefObject, useLayoutEffect } from 'react';
import { enterModalLayer } from '#web/ui/modal-layer.ts';

/** Opens the dialog for as long as it is mounted; the focus goes to one element and comes back afterwards. */
export function useModalDialog(layer: RefObject<HTMLDialogElement | null>, first: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const dialog = layer.current;
    if (!dialog) return undefined;
    const origin = document.activeElement;
    if (!dialog.open) dialog.showModal();
    const leave = enterModalLayer(dialog);
    first.current?.focus();
    return () => {
      leave();
      dialog.close();
      if (origin instanceof HTMLElement && origin.isConnected) origin.focus();
    };
  }, [layer, first]);
}
