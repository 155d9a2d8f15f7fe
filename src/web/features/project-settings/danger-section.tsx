import { Archive, ArchiveRestore, Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { PROJECT_SETTINGS_TEXTS } from '#contract/project-settings-texts.ts';
import { PROJECT_TEXTS } from '#contract/project-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Section } from './section.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

const T = PROJECT_SETTINGS_TEXTS.danger;

interface DangerSectionProps {
  name: string;
  archived: boolean;
  tasks: number;
  notes: number;
  /** How many agents are at work in it. */
  held: number;
  busy: 'archive' | 'delete' | undefined;
  onArchive: () => void;
  onDelete: () => void;
  onExport: () => void;
}

/** What ends or hides the project; it works at once and is no part of the form. */
export function DangerSection(props: DangerSectionProps) {
  const { name, archived, tasks, notes, held, busy, onArchive, onDelete, onExport } = props;
  const [asking, setAsking] = useState<'archive' | 'delete'>();
  const close = () => setAsking(undefined);
  return (
    <Section id="danger" danger>
      <div className="set-row">
        <div>
          <span className="lb">{archived ? T.unarchive : T.archive}</span>
          <p>{T.archiveHelp}</p>
        </div>
        <Button
          className="set-row-button"
          icon={archived ? <ArchiveRestore /> : <Archive />}
          busy={busy === 'archive'}
          onClick={archived ? onArchive : () => setAsking('archive')}
        >
          {archived ? T.unarchiveDo : T.archiveOpen}
        </Button>
      </div>
      <div className="set-row">
        <div>
          <span className="lb">{T.remove}</span>
          <p>{T.removeHelp(tasks, notes)}</p>
        </div>
        <span className={cx(layout.row, layout.gap8)}>
          <Button variant="ghost" icon={<Download />} onClick={onExport}>
            {T.export}
          </Button>
          <Button variant="danger-ghost" icon={<Trash2 />} onClick={() => setAsking('delete')}>
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
        typed={name}
        busy={busy === 'delete'}
        onClose={close}
        onConfirm={onDelete}
      />
    </Section>
  );
}
