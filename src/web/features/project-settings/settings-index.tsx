import {
  Bell,
  CheckCheck,
  Clock,
  FileText,
  FolderGit2,
  GitFork,
  type LucideIcon,
  TriangleAlert,
  Users,
  Webhook,
} from 'lucide-react';
import { Link } from 'react-router';
import { PROJECT_SETTINGS_TEXTS as T } from '#contract/project-settings-texts.ts';
import { useCurrentSection } from '#web/lib/use-current-section.ts';
import { cx } from '#web/ui/cx.ts';
import { type FieldName, type SectionId, sectionOf } from './draft.ts';
import icon from '#web/styles/icon.module.css';
import styles from './settings-index.module.css';

const IDS = [
  'general',
  'batons',
  'done',
  'lease',
  'repository',
  'people',
  'notifications',
  'webhook',
  'danger',
] as const satisfies readonly SectionId[];
/** Without what only the owner may change. */
const OTHERS = ['general', 'batons', 'done', 'lease', 'repository', 'people', 'notifications'] as const;
const ICONS: Record<SectionId, LucideIcon> = {
  general: FileText,
  batons: GitFork,
  done: CheckCheck,
  lease: Clock,
  repository: FolderGit2,
  people: Users,
  notifications: Bell,
  webhook: Webhook,
  danger: TriangleAlert,
};

interface SettingsIndexProps {
  changed: readonly FieldName[];
  /** Whether the webhook, which has a form of its own, has unsaved changes. */
  isWebhookChanged: boolean;
  isOwner: boolean;
}

/** Links to the sections, marks those with changes, and highlights the one in view. */
export function SettingsIndex({ changed, isWebhookChanged, isOwner }: SettingsIndexProps) {
  const ids = isOwner ? IDS : OTHERS;
  const current = useCurrentSection(ids);
  const touched = new Set<SectionId>(changed.map(sectionOf));
  if (isWebhookChanged) touched.add('webhook');
  return (
    <nav className={styles.index} aria-label={T.index}>
      {ids.map((id) => {
        const Icon = ICONS[id];
        return (
          <Link
            key={id}
            to={{ hash: id }}
            replace
            className={cx(styles.link, id === 'danger' && styles.danger)}
            aria-current={id === current ? 'true' : undefined}
          >
            <Icon className={icon.size14} />
            {T.sections[id]}
            {touched.has(id) && <span className={styles.changed} role="img" aria-label={T.changed} />}
          </Link>
        );
      })}
    </nav>
  );
}
