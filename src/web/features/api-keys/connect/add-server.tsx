import { useState } from 'react';
import { snippetsFor } from '#contract/clients/all-clients.ts';
import type { AgentClientSpec, Link } from '#contract/clients/client.ts';
import { CONNECT_TEXTS as T } from '#contract/connect-texts.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Snippet } from './snippet.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import connectSteps from './connect-steps.module.css';

interface AddServerProps {
  client: AgentClientSpec;
  link: Link;
  hint?: string | undefined;
}

interface Form {
  value: string;
  label: string;
  /** Shown in the head of the box. */
  name: string;
  text: string;
}

/** Three ways: the client's own command, its file by hand, or `baton init`, which writes all of its files. */
export function AddServer({ client, link, hint }: AddServerProps) {
  const forms = formsOf(client, link);
  const [chosen, setChosen] = useState(forms[0]?.value ?? '');
  const form = forms.find(({ value }) => value === chosen) ?? forms[0];
  if (form === undefined) return null;
  const permission = form.value === 'file' ? snippetsFor(client, link)[1] : undefined;
  return (
    <>
      <Snippet name={form.name} text={form.text}>
        {forms.length > 1 ? (
          <SegmentedControl
            size="tiny"
            label={T.form}
            value={form.value}
            onChange={setChosen}
            options={forms.map(({ value, label }) => ({ value, label }))}
          />
        ) : undefined}
      </Snippet>
      {permission !== undefined && (
        <>
          <p className={cx(typography.small, typography.secondary, connectSteps.hint, connectSteps.betweenBoxes)}>
            {T.permissionFile}
          </p>
          <Snippet name={permission.file} text={permission.text} />
        </>
      )}
      {hint !== undefined && <p className={cx(typography.small, typography.secondary, connectSteps.hint)}>{hint}</p>}
      {form.value === 'init' && (
        <p className={cx(typography.small, typography.tertiary, connectSteps.hint)}>
          {T.addHint(filesOf(client, link))}
        </p>
      )}
    </>
  );
}

function formsOf(client: AgentClientSpec, link: Link): Form[] {
  const [server] = snippetsFor(client, link);
  const command = client.command?.(link);
  return [
    ...(command === undefined
      ? []
      : [
          {
            value: 'command',
            label: T.byCommand,
            name: client.group === 'other' ? 'address' : 'terminal',
            text: command,
          },
        ]),
    ...(server === undefined ? [] : [{ value: 'file', label: server.file, name: server.file, text: server.text }]),
    ...(server === undefined
      ? []
      : [{ value: 'init', label: T.byInit, name: 'terminal', text: initCommand(client, link) }]),
  ];
}

function initCommand({ id }: AgentClientSpec, { way, projectId }: Link): string {
  const { origin } = window.location;
  return [`npx ${origin}/baton-cli.tgz init --client ${id} --${way}`, `--url ${origin} --project ${projectId}`].join(
    ' \\\n  ',
  );
}

/** Files that `baton init` writes besides the server's. */
function filesOf(client: AgentClientSpec, link: Link): string {
  const files = [
    ...(client.permissions?.(link) ?? []).map(({ file }) => file),
    ...(client.hooks === undefined ? [] : [client.hooks.file]),
    client.instructions.file,
    '.baton.json',
  ];
  const names = [...new Set(files)];
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
