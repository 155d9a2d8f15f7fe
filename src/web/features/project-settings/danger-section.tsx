import { Archive, ArchiveRestore, Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { PROJECT_SETTINGS_TEXTS } from '#contract/project-settings-texts.ts';
import { PROJECT_TEXTS } from '#contract/project-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { ProjectSummary } from '#contract/project.ts';
import { HandOverRow } from './people/hand-over-row.tsx';
import { Section } from './section.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import settingRow from './setting-row.module.css';

const T = PROJECT_SETTINGS_TEXTS.danger;

interface DangerSectionProps {
  project: Pick<ProjectSummary, 'id' | 'name' | 'status' | 'is_example'>;
  tasks: number;
  notes: number;
  /** Number of agents that hold a baton. */
  held: number;
  busy: 'archive' | 'delete' | undefined;
  onArchive: () => void;
  onDelete: () => void;
  onExport: () => void;
}

/** Archive and delete take effect at once; they are not part of the form. */
export function DangerSection(props: DangerSectionProps) {
  const { project, tasks, notes, held, busy, onArchive, onDelete, onExport } = props;
  const archived = project.status === 'archived';
  const [asking, setAsking] = useState<'archive' | 'delete'>();
  const close = () => setAsking(undefined);
  return (
    <Section id="danger" danger>
      <div className={settingRow.row}>
        <div>
          <span className={settingRow.label}>{archived ? T.unarchive : T.archive}</span>
          <p className={settingRow.help}>{archived ? T.unarchiveHelp : T.archiveHelp}</p>
        </div>
        <Button
          className={settingRow.button}
          icon={archived ? <ArchiveRestore /> : <Archive />}
          busy={busy === 'archive'}
          onClick={archived ? onArchive : () => setAsking('archive')}
        >
          {archived ? T.unarchiveDo : T.archiveOpen}
        </Button>
      </div>
      {!project.is_example && <HandOverRow project={project} />}
      <div className={settingRow.row}>
        <div>
          <span className={settingRow.label}>{T.remove}</span>
          <p className={settingRow.help}>{T.removeHelp(tasks, notes)}</p>
        </div>
        <span className={cx(layout.row, layout.gap8)}>
          <Button variant="ghost" icon={<Download />} onClick={onExport}>
            {T.export}
          </Button>
          <Button variant="danger-outline" icon={<Trash2 />} onClick={() => setAsking('delete')}>
            {T.removeDo}
          </Button>
        </span>
      </div>
      <ConfirmDialog
        open={asking === 'archive'}
        danger={false}
        title={T.archiveAsk}
        description={`${T.archiveHelp} ${T.archiveAgents(held)}`}
        confirmLabel={T.archiveDo}
        onClose={close}
        onConfirm={() => {
          close();
          onArchive();
        }}
      />
      <ConfirmDialog
        open={asking === 'delete'}
        title={PROJECT_TEXTS.deleteTitle}
        description={T.removeHelp(tasks, notes)}
        confirmLabel={PROJECT_TEXTS.deleteTitle}
        typed={project.name}
        busy={busy === 'delete'}
        onClose={close}
        onConfirm={onDelete}
      />
    </Section>
  );
}
