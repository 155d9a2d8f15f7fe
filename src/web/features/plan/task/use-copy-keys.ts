import { Copy, Hash, Link2 } from 'lucide-react';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import { copySaid } from './copy-said.ts';

const GROUP = 'Copy';

interface Copied {
  projectId: string;
  taskId?: string | undefined;
  copyForAgent?: (() => void) | undefined;
}

/** Shortcuts that begin with "y" copy: link, project id and, on a task, its id and its prompt. */
export function useCopyKeys({ projectId, taskId, copyForAgent }: Copied) {
  useShortcut({
    keys: 'y l',
    label: 'Copy link',
    icon: Link2,
    group: GROUP,
    run: () => void copySaid(window.location.href, 'Link'),
  });
  useShortcut({
    keys: 'y p',
    label: 'Copy project ID',
    icon: Hash,
    group: GROUP,
    run: () => void copySaid(projectId, 'Project ID'),
  });
  useShortcut(
    taskId === undefined
      ? null
      : { keys: 'y i', label: 'Copy task ID', group: GROUP, icon: Hash, run: () => void copySaid(taskId, 'Task ID') },
  );
  useShortcut(
    copyForAgent === undefined
      ? null
      : { keys: 'y a', label: 'Copy for agent', group: GROUP, icon: Copy, run: copyForAgent },
  );
}
