import { useState } from 'react';
import { AGENT_CLIENTS } from '#contract/clients/all-clients.ts';
import { type AgentClient, type AgentClientSpec, CLIENT_GROUPS } from '#contract/clients/client.ts';
import { CONNECT_TEXTS as T } from '#contract/connect-texts.ts';
import { HOLDER_QUIET_MINUTES } from '#contract/constants.ts';
import { shortAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, TextInput } from '#web/ui/inputs.tsx';
import { Dot } from '#web/ui/dot.tsx';
import { useNarrow } from '#web/ui/split/use-narrow.ts';
import { Tabs } from '#web/ui/tabs.tsx';
import { useProjectAgents } from '../queries.ts';
import { lastSeen } from './agent-state.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './client-picker.module.css';

interface ClientPickerProps {
  /** Shared with the tab panel. */
  tabsId: string;
  projectId: string;
  client: AgentClient;
  onChange: (client: AgentClient) => void;
}

/** A searchable list on wide screens, a select on narrow ones. */
export function ClientPicker(props: ClientPickerProps) {
  return useNarrow() ? <ClientSelect {...props} /> : <ClientList {...props} />;
}

function ClientSelect({ client, onChange }: ClientPickerProps) {
  return (
    <div className={styles.select}>
      <label className={cx(typography.small, typography.tertiary)} htmlFor="connect-client">
        {T.client}
      </label>
      <Select
        id="connect-client"
        className={styles.choice}
        size="large"
        value={client}
        onChange={(event) => onChange(event.target.value as AgentClient)}
      >
        {CLIENT_GROUPS.map((group) => (
          <optgroup key={group} label={T.groups[group]}>
            {AGENT_CLIENTS.filter((each) => each.group === group).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </div>
  );
}

function ClientList({ tabsId, projectId, client, onChange }: ClientPickerProps) {
  const now = useNow();
  const { data: agents = [] } = useProjectAgents(projectId);
  const [words, setWords] = useState('');
  const found = AGENT_CLIENTS.filter((each) => isFound(each, words));
  return (
    <>
      <TextInput
        type="search"
        className={styles.search}
        placeholder={T.search}
        aria-label={T.search}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          const [first] = found;
          if (event.key === 'Enter' && first !== undefined) onChange(first.id);
          if (event.key === 'Escape') setWords('');
        }}
      />
      {found.length === 0 ? (
        <div className={cx(styles.none, typography.small, typography.secondary)} role="status">
          <p>{T.noneFound(words.trim())}</p>
          <Button variant="ghost" size="sm" onClick={() => setWords('')}>
            {T.showAll}
          </Button>
        </div>
      ) : (
        <Tabs
          id={tabsId}
          label={T.client}
          variant="vertical"
          value={client}
          onChange={onChange}
          tabs={found.map((each) => {
            const seen = lastSeen(agents, each);
            return {
              value: each.id,
              label: each.name,
              group: T.groups[each.group],
              before: (
                <span className={styles.monogram} aria-hidden="true">
                  {each.name[0]}
                </span>
              ),
              after: seen !== undefined && <Seen at={seen} now={now} />,
            };
          })}
        />
      )}
    </>
  );
}

/** By any part of its name, its id or the name of its group. */
function isFound({ name, group, id }: AgentClientSpec, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  return [name, T.groups[group], id].some((text) => text.toLowerCase().includes(wanted));
}

/** A dot for a client that called recently, else how long ago it was. */
function Seen({ at, now }: { at: string; now: number }) {
  const recent = now - Date.parse(at) < HOLDER_QUIET_MINUTES * 60_000;
  return (
    <span className={cx(layout.pushEnd, typography.small, typography.tertiary, typography.tabular)}>
      {recent ? <Dot tone="ok" /> : shortAge(at, now)}
      <span className={typography.visuallyHidden}>{recent ? ', at work' : ' ago'}</span>
    </span>
  );
}
