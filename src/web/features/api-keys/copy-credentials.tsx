import { KEY_TEXTS as T } from '#contract/api-key-texts.ts';
import type { ButtonLook } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { toast } from '#web/ui/toast.ts';
import type { NewKey } from './use-new-key.ts';

const WHAT = {
  key: { done: T.keyCopied, failed: 'Failed to copy API key' },
  project: { done: T.projectIdCopied, failed: 'Failed to copy project ID' },
  both: { done: 'API key and project ID copied to clipboard', failed: 'Failed to copy the credentials' },
} as const;

/** Toasts for a copy that succeeded or failed. */
export const copyWords = (what: keyof typeof WHAT, then?: () => void) => ({
  onCopied: () => {
    toast({ title: T.copied, description: WHAT[what].done, variant: 'success' });
    then?.();
  },
  onFailed: () => toast({ title: 'Copy Failed', description: WHAT[what].failed, variant: 'destructive' }),
});

interface CopyBothProps {
  apiKey: string;
  projectId: string;
  made: NewKey;
  variant?: ButtonLook['variant'];
  size?: ButtonLook['size'];
  full?: boolean;
}

/** Key and project id as one text for an agent. */
export function CopyBoth({ apiKey, projectId, made, ...look }: CopyBothProps) {
  return (
    <CopyButton
      {...look}
      text={T.copyBoth}
      label={T.copyBoth}
      value={`API key: ${apiKey}\nProject ID: ${projectId}`}
      {...copyWords('both', made.markSaved)}
    />
  );
}
