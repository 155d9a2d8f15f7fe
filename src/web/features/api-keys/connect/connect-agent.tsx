import { Copy, FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { AGENT_CLIENTS, type AgentClient } from '#contract/agent-configs.ts';
import { HOLDER_QUIET_MINUTES } from '#contract/constants.ts';
import { KEY_TEXTS as T } from '#contract/texts.ts';
import { shortAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useSearch } from '#web/lib/use-search.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Select } from '#web/ui/inputs.tsx';
import { Dot } from '#web/ui/labels.tsx';
import { useNarrow } from '#web/ui/split/use-narrow.ts';
import { EmptyState } from '#web/ui/states.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { CopyBoth, copyWords } from '../copy-credentials.tsx';
import { useProjectAgents } from '../queries.ts';
import { RegenerateDialog } from '../regenerate-dialog.tsx';
import type { NewKey } from '../use-new-key.ts';
import { lastSeen } from './agent-state.ts';
import { Steps } from './steps.tsx';

const TABS = 'agent-client';

interface Project {
  id: string;
  name: string;
}

interface ConnectAgentProps {
  projects: readonly Project[];
  made: NewKey;
  hasKey: boolean;
}

/** A ready configuration for a project and a client; both are in the address. */
export function ConnectAgent({ projects, made, hasKey }: ConnectAgentProps) {
  const [search, set] = useSearch();
  const project = projects.find(({ id }) => id === search.get('project')) ?? projects[0];
  const client = AGENT_CLIENTS.find(({ id }) => id === search.get('client'))?.id ?? 'claude';
  if (project === undefined) return <NoProject />;
  return (
    <section className="card connect" aria-labelledby="connect-title">
      <div className="connect-clients">
        <ClientTabs projectId={project.id} client={client} onChange={(id) => set({ client: id })} />
        <p className="small t3 hide-s">Works with any client that speaks MCP over HTTP.</p>
      </div>
      <div className="connect-main">
        <ProjectRow
          projects={projects}
          project={project}
          made={made}
          hasKey={hasKey}
          onChange={(id) => set({ project: id })}
        />
        <TabPanel id={TABS} value={client}>
          <Steps key={`${client} ${project.id}`} client={client} projectId={project.id} made={made} />
        </TabPanel>
      </div>
    </section>
  );
}

function NoProject() {
  return (
    <section className="card connect-none" aria-labelledby="connect-title">
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

interface ClientTabsProps {
  projectId: string;
  client: AgentClient;
  onChange: (client: AgentClient) => void;
}

function ClientTabs({ projectId, client, onChange }: ClientTabsProps) {
  const now = useNow();
  const narrow = useNarrow();
  const { data: agents = [] } = useProjectAgents(projectId);
  return (
    <Tabs
      id={TABS}
      label="Client"
      vertical={!narrow}
      value={client}
      onChange={onChange}
      tabs={AGENT_CLIENTS.map(({ id, name }) => {
        const seen = lastSeen(agents, id);
        return {
          value: id,
          label: name,
          before: (
            <span className="monogram" aria-hidden="true">
              {name[0]}
            </span>
          ),
          after: seen !== undefined && <Seen at={seen} now={now} />,
        };
      })}
    />
  );
}

/** A dot for a client at work, else how long ago it was. */
function Seen({ at, now }: { at: string; now: number }) {
  const recent = now - Date.parse(at) < HOLDER_QUIET_MINUTES * 60_000;
  return (
    <span className="end small t3 num hide-s">
      {recent ? <Dot tone="ok" /> : shortAge(at, now)}
      <span className="sr">{recent ? ', at work' : ' ago'}</span>
    </span>
  );
}

interface ProjectRowProps extends ConnectAgentProps {
  project: Project;
  onChange: (projectId: string) => void;
}

function ProjectRow({ projects, project, made, hasKey, onChange }: ProjectRowProps) {
  const [asking, setAsking] = useState(false);
  return (
    <div className="connect-project">
      <label className="small t3" htmlFor="connect-project">
        Project
      </label>
      <Select id="connect-project" value={project.id} onChange={(event) => onChange(event.target.value)}>
        {projects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <span className="row pid">
        <span className="mono small t2 trunc" title={project.id}>
          {project.id}
        </span>
        <CopyButton value={project.id} label="Copy project id" {...copyWords('project')} />
      </span>
      <span className="fill" />
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
