import { copyText } from '#web/ui/copy-text.ts';
import { toast } from '#web/ui/toast.ts';

/** Copies with a toast: a keyboard shortcut has no button to show the result on. */
export async function copySaid(text: string, what: string) {
  const done = await copyText(text);
  toast(
    done
      ? { title: 'Copied!', description: `${what} copied to clipboard`, variant: 'success' }
      : { title: 'Copy Failed', description: `${what} could not be copied`, variant: 'destructive' },
  );
}
