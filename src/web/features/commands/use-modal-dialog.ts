import { type RefObject, useLayoutEffect } from 'react';
import { enterModalLayer } from '#web/ui/modal-layer.ts';

/** Opens the dialog while mounted; focuses one element and restores the focus afterwards. */
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
