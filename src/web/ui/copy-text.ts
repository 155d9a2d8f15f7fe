import typography from '#web/styles/typography.module.css';

/** Copies text to the clipboard; returns whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Fallback: the clipboard API exists in secure contexts only (https or localhost). */
function copyBySelection(text: string) {
  const origin = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = typography.visuallyHidden ?? '';
  // Outside the topmost modal dialog everything is inert and cannot be selected.
  ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(area);
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the only way without the clipboard API
  const done = document.execCommand('copy');
  area.remove();
  if (origin instanceof HTMLElement) origin.focus();
  return done;
}
