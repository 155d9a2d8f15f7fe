import { Ellipsis, FileCode, FileText, Flag, KeyRound, Settings2, Upload } from 'lucide-react';
import { useState } from 'react';
import { KEY_TEXTS } from '#contract/api-key-texts.ts';
import { PROJECT_SETTINGS_TEXTS } from '#contract/project-settings-texts.ts';
import { usePageActions } from '#web/lib/keys/page-actions.ts';
import { paths } from '#web/paths.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { MenuItem, MenuSeparator } from '#web/ui/menu-items.tsx';
import { CheckpointsDialog } from '../checkpoints/checkpoints-dialog.tsx';
import { exportPlan } from './export-plan.ts';
import { ImportDialog } from './import-dialog.tsx';

export function PlanMenu({
  project,
  onCredentials,
}: {
  project: { id: string; name: string };
  onCredentials: () => void;
}) {
  const [shown, setShown] = useState<'checkpoints' | 'import'>();
  const close = () => setShown(undefined);
  usePageActions({
    actions: [
      { id: 'checkpoints', label: 'Checkpoints…', icon: Flag, run: () => setShown('checkpoints') },
      { id: 'credentials', label: `${KEY_TEXTS.credentials}…`, icon: KeyRound, run: onCredentials },
      { id: 'export-json', label: 'Export JSON', icon: FileCode, run: () => void exportPlan(project, 'json') },
      {
        id: 'export-markdown',
        label: 'Export Markdown',
        icon: FileText,
        run: () => void exportPlan(project, 'markdown'),
      },
      { id: 'import', label: 'Import…', icon: Upload, run: () => setShown('import') },
    ],
  });
  return (
    <>
      <Menu
        label="Plan"
        trigger={(props) => <IconButton {...props} size="sm" label="Plan actions" icon={<Ellipsis />} />}
      >
        <MenuItem icon={<Flag />} onSelect={() => setShown('checkpoints')}>
          Checkpoints…
        </MenuItem>
        <MenuItem icon={<KeyRound />} onSelect={onCredentials}>
          {KEY_TEXTS.credentials}…
        </MenuItem>
        <MenuItem icon={<Settings2 />} shortcut="g e" to={paths.projectSettings(project.id)}>
          {PROJECT_SETTINGS_TEXTS.title}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<FileCode />} onSelect={() => void exportPlan(project, 'json')}>
          Export JSON
        </MenuItem>
        <MenuItem icon={<FileCode />} onSelect={() => void exportPlan(project, 'json', 'none')}>
          Export JSON without checkpoints
        </MenuItem>
        <MenuItem icon={<FileText />} onSelect={() => void exportPlan(project, 'markdown')}>
          Export Markdown
        </MenuItem>
        <MenuItem icon={<Upload />} onSelect={() => setShown('import')}>
          Import…
        </MenuItem>
      </Menu>
      {shown === 'checkpoints' && <CheckpointsDialog projectId={project.id} onClose={close} />}
      {shown === 'import' && <ImportDialog project={project} onClose={close} />}
    </>
  );
}
