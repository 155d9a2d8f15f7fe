import { copyText } from '#web/ui/copy-text.ts';
import { toast } from '#web/ui/toast.ts';

/** Copies and says so: a key has no button that could turn into a tick. */
export async function copySaid(text: string, what: string) {
  const done = await copyText(text);
  toast(
    done
      ? { title: 'Copied!', description: `${what} copied to clipboard`, variant: 'success' }
      : { title: 'Copy Failed', description: `${what} could not be copied`, variant: 'destructive' },
  );
}
