import { Copy, FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { KEY_TEXTS as T } from '#contract/api-key-texts.ts';
import { AGENT_CLIENTS, clientOf, linkFor, wayFor } from '#contract/clients/all-clients.ts';
import type { Way } from '#contract/clients/client.ts';
import { PEOPLE_TEXTS } from '#contract/people-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { useSearch } from '#web/lib/use-search.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Select } from '#web/ui/inputs.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TabPanel } from '#web/ui/tabs.tsx';
import { CopyBoth, copyWords } from '../copy-credentials.tsx';
import { RegenerateDialog } from '../regenerate-dialog.tsx';
import type { NewKey } from '../use-new-key.ts';
import { ClientPicker } from './client-picker.tsx';
import { Steps } from './steps.tsx';
import { WaySwitch } from './way-switch.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import surface from '#web/styles/surface.module.css';
import styles from './connect-agent.module.css';

const TABS = 'agent-client';

type Project = Pick<ProjectSummary, 'id' | 'name' | 'role' | 'owner_name'>;

interface ConnectAgentProps {
  projects: readonly Project[];
  made: NewKey;
  hasKey: boolean;
}

/** Set-up of one client for one project. Project, client and way to sign in are in the search parameters. */
export function ConnectAgent({ projects, made, hasKey }: ConnectAgentProps) {
  const [search, set] = useSearch();
  const project = projects.find(({ id }) => id === search.get('project')) ?? firstOf(projects);
  const client = AGENT_CLIENTS.find(({ id }) => id === search.get('client')) ?? clientOf('claude');
  if (project === undefined) return <NoProject />;
  // A key that was just made is about to be used.
  const wished: Way = search.get('way') === 'key' || made.apiKey !== undefined ? 'key' : 'sign-in';
  const way = wayFor(client, search.get('way') === 'sign-in' ? 'sign-in' : wished);
  const link = linkFor(client, { url: `${window.location.origin}/mcp`, projectId: project.id }, way);
  return (
    <section className={cx(surface.card, styles.connect)} aria-labelledby="connect-title">
      <div className={styles.clients}>
        <ClientPicker tabsId={TABS} projectId={project.id} client={client.id} onChange={(id) => set({ client: id })} />
      </div>
      <div className={styles.main}>
        <ProjectRow
          projects={projects}
          project={project}
          made={made}
          hasKey={hasKey}
          onChange={(id) => set({ project: id })}
        />
        <TabPanel id={TABS} value={client.id} label={client.name}>
          {project.role === 'viewer' && (
            <Notice className={styles.notice}>{PEOPLE_TEXTS.agentOfViewer(project.owner_name)}</Notice>
          )}
          <WaySwitch client={client} way={way} onChange={(chosen) => set({ way: chosen })} />
          <Steps key={`${client.id} ${way} ${project.id}`} client={client} link={link} made={made} />
        </TabPanel>
      </div>
    </section>
  );
}

/** An agent is mostly connected to take tasks. */
const firstOf = (projects: readonly Project[]) => projects.find(({ role }) => role !== 'viewer') ?? projects[0];

function NoProject() {
  return (
    <section className={cx(surface.card, styles.noProject)} aria-labelledby="connect-title">
      <EmptyState
        icon={FolderPlus}
        heading="h3"
        title="No project yet"
        hint="An agent works in a project: create one, then come back for its configuration."
        action={<ButtonLink to={paths.newProject}>New Project</ButtonLink>}
      />
    </section>
  );
}

interface ProjectRowProps extends ConnectAgentProps {
  project: Project;
  onChange: (projectId: string) => void;
}

function ProjectRow({ projects, project, made, hasKey, onChange }: ProjectRowProps) {
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.project}>
      <label className={cx(typography.small, typography.tertiary)} htmlFor="connect-project">
        Project
      </label>
      <Select
        id="connect-project"
        className={styles.projectChoice}
        size="compact"
        value={project.id}
        onChange={(event) => onChange(event.target.value)}
      >
        {projects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <span className={cx(layout.row, styles.projectId)}>
        <span
          className={cx(typography.mono, typography.small, typography.secondary, typography.truncate)}
          title={project.id}
        >
          {project.id}
        </span>
        <CopyButton value={project.id} label="Copy project ID" {...copyWords('project')} />
      </span>
      <span className={layout.grow} />
      {made.apiKey !== undefined && (
        <CopyBoth apiKey={made.apiKey} projectId={project.id} made={made} variant="ghost" size="sm" />
      )}
      {made.apiKey === undefined && hasKey && (
        <Button variant="ghost" size="sm" icon={<Copy />} onClick={() => setAsking(true)}>
          {T.copyBoth}…
        </Button>
      )}
      {asking && <RegenerateDialog made={made} toCopy onClose={() => setAsking(false)} />}
    </div>
  );
}
