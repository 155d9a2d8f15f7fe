import { useMutation } from '@tanstack/react-query';
import { ADMIN_ERRORS_TEXTS as T } from '#contract/admin-texts.ts';
import { downloadFile, type ErrorFilter, exportAddress } from '#web/features/admin-system/index.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { toast } from '#web/ui/toast.ts';

/** Downloads all errors that match the filter, under the server's file name. */
export const useExportErrors = () =>
  useMutation({
    mutationFn: (filter: ErrorFilter) =>
      downloadFile({ method: 'GET', path: exportAddress(filter), filename: 'error-logs.csv' }),
    onError: (error) => {
      if (isShownElsewhere(error)) return;
      toast({ variant: 'destructive', title: 'Error', description: T.exportFailed });
    },
  });
