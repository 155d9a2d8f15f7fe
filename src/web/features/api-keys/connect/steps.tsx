import type { ReactNode } from 'react';
import { hasServerFile, shellHint, stepsFor } from '#contract/clients/all-clients.ts';
import type { AgentClientSpec, Link } from '#contract/clients/client.ts';
import { KEY_VARIABLE } from '#contract/clients/entries.ts';
import { CONNECT_TEXTS as T } from '#contract/connect-texts.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { AddServer } from './add-server.tsx';
import { LiveLine } from './live-line.tsx';
import { Snippet } from './snippet.tsx';
import type { NewKey } from '../use-new-key.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import connectSteps from './connect-steps.module.css';

const STAND_IN = '<your API key>';

interface StepsProps {
  client: AgentClientSpec;
  link: Link;
  made: NewKey;
}

/** The steps of connecting a client, in order. */
export function Steps({ client, link, made }: StepsProps) {
  const left = stepsFor(client, link);
  const hasFile = hasServerFile(client, link.way) || client.command !== undefined;
  const steps: { title: string; body: ReactNode }[] = [];
  if (link.way === 'key') steps.push({ title: keyTitle(client), body: <KeyStep client={client} made={made} /> });
  if (hasFile)
    steps.push({
      title: client.group === 'other' ? T.addOther : T.add,
      body: <AddServer client={client} link={link} hint={client.group === 'other' ? left.join(' ') : undefined} />,
    });
  if (left.length > 0 && client.group !== 'other')
    steps.push({
      title: leftTitle(link, hasFile),
      body: (
        <>
          {!hasFile && <Snippet name={T.address} text={link.url} />}
          <StepList lines={left} belowBox={!hasFile} />
        </>
      ),
    });
  steps.push({
    title: T.ask,
    body: (
      <>
        <p className={connectSteps.quote}>{T.askWords}</p>
        <LiveLine projectId={link.projectId} client={client} />
      </>
    ),
  });
  return (
    <ol className={connectSteps.steps}>
      {steps.map(({ title, body }, place) => (
        <li key={title}>
          <span className={connectSteps.number} aria-hidden="true">
            {place + 1}
          </span>
          <div className={layout.grow}>
            <h3 className={connectSteps.title}>{title}</h3>
            {body}
          </div>
        </li>
      ))}
    </ol>
  );
}

const keyTitle = ({ keyFrom }: AgentClientSpec): string => {
  if (keyFrom === 'prompt') return T.keepKey;
  return keyFrom === 'login' ? T.logIn : T.putKey;
};

const leftTitle = ({ way }: Link, hasFile: boolean): string => {
  if (!hasFile) return T.addHosted;
  return way === 'sign-in' ? T.signIn : T.letIn;
};

function KeyStep({ client, made }: Pick<StepsProps, 'client' | 'made'>) {
  if (client.keyFrom === 'prompt') return <p className={cx(typography.small, typography.secondary)}>{T.keepKeyHint}</p>;
  const { origin } = window.location;
  const isLogin = client.keyFrom === 'login';
  const text = isLogin
    ? `npm install -g ${origin}/baton-cli.tgz\nbaton login --url ${origin}`
    : shellHint(client, made.apiKey ?? STAND_IN);
  const copiesKey = !isLogin && made.apiKey !== undefined;
  return (
    <>
      <Snippet name="shell" text={text} onCopied={copiesKey ? made.markSaved : undefined} />
      <p className={cx(typography.small, typography.tertiary, connectSteps.hint)}>
        {isLogin ? T.logInHint : T.putKeyHint(KEY_VARIABLE)}
      </p>
    </>
  );
}

/** A step that ends in a command gets a copy button. */
const COMMAND = /^(.*: )((?:codex|qwen|opencode|kilo|amp) .+)$/;

function StepList({ lines, belowBox }: { lines: readonly string[]; belowBox: boolean }) {
  return (
    <ul className={cx(connectSteps.list, belowBox && connectSteps.belowBox)}>
      {lines.map((line) => {
        const [, words = '', command] = COMMAND.exec(line) ?? [];
        if (command === undefined) return <li key={line}>{line}.</li>;
        return (
          <li key={line}>
            {words}
            <code className={typography.mono}>{command}</code>
            <CopyButton value={command} label={`${T.copyCommand} ${command}`} />
          </li>
        );
      })}
    </ul>
  );
}
