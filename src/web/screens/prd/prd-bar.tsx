import { ChevronLeft, Ellipsis, History, KeyRound, Upload } from 'lucide-react';
import { useState } from 'react';
import { KEY_TEXTS } from '#contract/api-key-texts.ts';
import { BACK_TO_PROJECTS } from '#contract/common-texts.ts';
import { PRD_TEXTS as T } from '#contract/prd-texts.ts';
import type { Prd } from '#contract/prd.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { useMe } from '#web/features/account/index.ts';
import { CredentialsDialog } from '#web/features/api-keys/index.ts';
import { Lookers, ProjectTabs } from '#web/features/projects/index.ts';
import { noteAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { MenuItem } from '#web/ui/menu-items.tsx';
import { useNarrow } from '#web/ui/split/use-narrow.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './prd-bar.module.css';

interface PrdBarProps {
  project: ProjectSummary;
  prd: Prd | undefined;
  hasPlan: boolean;
  filename: string;
  isUnsaved: boolean;
  hasText: boolean;
  onVersions: () => void;
  onReplace: () => void;
}

export function PrdBar({ project, prd, hasPlan, filename, isUnsaved, hasText, onVersions, onReplace }: PrdBarProps) {
  const narrow = useNarrow();
  const now = useNow();
  const mayReplace = hasText && project.role !== 'viewer';
  const [hasCredentials, showCredentials] = useState(false);
  const facts = [
    hasText && filename,
    prd && `version ${prd.version}`,
    prd && noteAge(prd.created_at, now).toLowerCase(),
    isUnsaved && hasText && (prd ? 'changed since' : 'not saved yet'),
  ].filter(Boolean);
  return (
    <div className={styles.bar}>
      <ButtonLink variant="ghost" size="sm" to={paths.projects} icon={<ChevronLeft />}>
        {BACK_TO_PROJECTS}
      </ButtonLink>
      <span className={cx(styles.rule, layout.hiddenOnPhone)} aria-hidden="true" />
      <h1 className={cx(styles.title, typography.truncate)}>{hasPlan ? T.titleWithPlan : T.title}</h1>
      <span className={cx(styles.about, typography.truncate)}>
        <b>{project.name}</b>
        {facts.length > 0 && <span className={cx(styles.facts, typography.tertiary)}> · {facts.join(' · ')}</span>}
      </span>
      <span className={styles.tabs}>
        <ProjectTabs projectId={project.id} view="prd" />
      </span>
      <span className={layout.grow} />
      <Lookers projectId={project.id} />
      {!narrow && (
        <>
          {prd && (
            <Button variant="ghost" size="sm" icon={<History />} onClick={onVersions}>
              Versions
            </Button>
          )}
          {mayReplace && (
            <Button variant="ghost" size="sm" icon={<Upload />} onClick={onReplace}>
              Replace file
            </Button>
          )}
          <Button size="sm" icon={<KeyRound />} onClick={() => showCredentials(true)}>
            {KEY_TEXTS.credentials}
          </Button>
        </>
      )}
      {narrow && (
        <Menu label="More" trigger={(props) => <IconButton size="sm" label="More" icon={<Ellipsis />} {...props} />}>
          {prd && (
            <MenuItem icon={<History />} onSelect={onVersions}>
              Versions
            </MenuItem>
          )}
          {mayReplace && (
            <MenuItem icon={<Upload />} onSelect={onReplace}>
              Replace file
            </MenuItem>
          )}
          <MenuItem icon={<KeyRound />} onSelect={() => showCredentials(true)}>
            {KEY_TEXTS.credentials}
          </MenuItem>
        </Menu>
      )}
      {hasCredentials && <Credentials projectId={project.id} onClose={() => showCredentials(false)} />}
    </div>
  );
}

function Credentials({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { data: me } = useMe();
  const account = me && { id: me.id, name: me.display_name || me.email };
  return <CredentialsDialog projectId={projectId} account={account} onClose={onClose} />;
}
