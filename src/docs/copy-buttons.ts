const SHOWN_MS = 1_600;

/** A button in the head of every code block. The clipboard exists on https and on this machine only: elsewhere there is none. */
export function addCopyButtons(): void {
  if (!('clipboard' in navigator)) return;
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.ariaLabel = 'Copy code';
    button.addEventListener('click', () => void copy(block.querySelector('code')?.textContent ?? '', button));
    block.querySelector('.code-head')?.append(button);
  }
}

async function copy(text: string, button: HTMLButtonElement): Promise<void> {
  const says = await navigator.clipboard.writeText(text.replace(/\n$/, '')).then(
    () => 'Copied!',
    () => 'Not allowed',
  );
  button.textContent = says;
  button.ariaLabel = says;
  setTimeout(() => {
    button.textContent = 'Copy';
    button.ariaLabel = 'Copy code';
  }, SHOWN_MS);
}
