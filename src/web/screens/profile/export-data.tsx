import { Download } from 'lucide-react';
import { useExport } from '#web/features/account/index.ts';
import { usePageActions } from '#web/lib/keys/page-actions.ts';
import { failureToast } from '#web/lib/net/failure-toast.ts';
import { saveFile } from '#web/lib/net/save-file.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { AccountRow } from './account-row.tsx';

export function ExportData() {
  const exportData = useExport();
  const download = () =>
    exportData.mutate(undefined, {
      onSuccess: (data) =>
        saveFile(
          `baton-export-${data.exported_at.slice(0, 10)}.json`,
          'application/json',
          JSON.stringify(data, undefined, 2),
        ),
      onError: (error) => {
        if (!isShownElsewhere(error)) toast(failureToast(error, 'Failed to export your data'));
      },
    });
  usePageActions({ actions: [{ id: 'export', label: 'Export My Data', icon: Download, run: download }] });
  return (
    <AccountRow title="Your Data" about="Account, projects, tasks, notes and notification settings in one JSON file.">
      <div>
        <Button icon={<Download />} busy={exportData.isPending} onClick={download}>
          Export My Data
        </Button>
      </div>
    </AccountRow>
  );
}
