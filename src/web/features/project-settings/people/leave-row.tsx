import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { PEOPLE_TEXTS as T } from '#contract/people-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import settingRow from '../setting-row.module.css';

interface LeaveRowProps {
  project: Pick<ProjectSummary, 'name' | 'owner_name'>;
  busy: boolean;
  onLeave: () => void;
}

/** For everybody but the owner, who hands the project over first. */
export function LeaveRow({ project, busy, onLeave }: LeaveRowProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={settingRow.row}>
      <div>
        <span className={settingRow.label}>{T.leave}</span>
        <p className={settingRow.help}>{T.leaveHelp}</p>
      </div>
      <Button
        className={settingRow.button}
        variant="danger-outline"
        icon={<LogOut />}
        busy={busy}
        onClick={() => setAsking(true)}
      >
        {T.leaveDo}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={T.leaveTitle(project.name)}
        description={T.leaveText(project.owner_name)}
        confirmLabel={T.leaveConfirm}
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onLeave();
        }}
      />
    </div>
  );
}
