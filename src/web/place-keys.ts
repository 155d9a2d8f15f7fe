import { CreditCard, Folders, History, KeyRound, Plus, Settings2, ShieldCheck } from 'lucide-react';
import { useMatch, useNavigate } from 'react-router';
import { PROJECT_SETTINGS_TEXTS } from '#contract/project-settings-texts.ts';
import { TIMELINE_TEXTS } from '#contract/timeline-texts.ts';
import { useHasPlans } from '#web/lib/net/instance.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import { paths } from '#web/paths.ts';

/** Global shortcuts that navigate; those of the console only for administrators. */
export function usePlaceKeys(isAdmin: boolean) {
  const navigate = useNavigate();
  const to = (path: string) => () => void navigate(path);
  useShortcut({ keys: 'g p', label: 'Projects', group: 'Go to', icon: Folders, run: to(paths.projects) });
  useShortcut({ keys: 'g k', label: 'API Keys', group: 'Go to', icon: KeyRound, run: to(paths.apiKeys) });
  useShortcut(
    useHasPlans()
      ? { keys: 'g s', label: 'Subscription', group: 'Go to', icon: CreditCard, run: to(paths.subscription) }
      : null,
  );
  useShortcut(
    isAdmin ? { keys: 'g a', label: 'Admin', group: 'Go to', icon: ShieldCheck, run: to(paths.admin) } : null,
  );
  const projectId = useMatch(`${paths.projects}/:projectId/*`)?.params.projectId;
  useShortcut(
    projectId === undefined
      ? null
      : {
          keys: 'g e',
          label: PROJECT_SETTINGS_TEXTS.title,
          group: 'Go to',
          icon: Settings2,
          run: to(paths.projectSettings(projectId)),
        },
  );
  useShortcut(
    projectId === undefined
      ? null
      : { keys: 'g w', label: TIMELINE_TEXTS.title, group: 'Go to', icon: History, run: to(paths.timeline(projectId)) },
  );
  useShortcut({ keys: 'c', label: 'New Project', group: 'General', icon: Plus, run: to(paths.newProject) });
}
