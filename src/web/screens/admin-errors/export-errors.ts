import { ADMIN_ERRORS_TEXTS as T } from '#contract/texts.ts';
import { downloadFile, type ErrorFilter, exportAddress } from '#web/features/admin-system/index.ts';
import { toast } from '#web/ui/toast.ts';

/** Everything the filters let through, as the file the server names. */
export async function exportErrors(filter: ErrorFilter) {
  try {
    await downloadFile({ method: 'GET', path: exportAddress(filter), filename: 'error-logs.csv' });
  } catch {
    toast({ variant: 'destructive', title: 'Error', description: T.exportFailed });
  }
}
