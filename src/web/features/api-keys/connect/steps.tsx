import { type ReactNode, useState } from 'react';
import { type AgentClient, configFor, KEY_VARIABLE, shellHint } from '#contract/agent-configs.ts';
import { SegmentedControl } from '#web/ui/choices.tsx';
import { LiveLine } from './live-line.tsx';
import { Snippet } from './snippet.tsx';
import type { NewKey } from '../use-new-key.ts';

const STAND_IN = '<your API key>';

interface StepsProps {
  client: AgentClient;
  projectId: string;
  made: NewKey;
}

/** From a key to an agent at work. */
export function Steps({ client, projectId, made }: StepsProps) {
  const config = configFor(client, { url: `${window.location.origin}/mcp`, projectId });
  return (
    <ol className="connect-steps">
      <Step number={1} title={client === 'vscode' ? 'Keep the key at hand' : 'Put the key in your shell'}>
        {client === 'vscode' ? (
          <p className="small t2">VS Code asks for it when it starts the server, and keeps it out of the file.</p>
        ) : (
          <>
            <Snippet
              name="shell"
              text={shellHint(client, made.apiKey ?? STAND_IN)}
              onCopied={made.apiKey === undefined ? undefined : made.markSaved}
            />
            <p className="small t3 hint">
              Start the client from the same shell: {KEY_VARIABLE} is known only there, and is never in the file.
            </p>
          </>
        )}
      </Step>
      <Step number={2} title="Add the server">
        {config.command === undefined ? (
          <Snippet name={config.file} text={config.text} />
        ) : (
          <EitherWay command={config.command} file={config.file} text={config.text} />
        )}
      </Step>
      <Step number={3} title="Ask for the next task">
        <p className="t2 quote">“Use baton: take the next task, and leave notes as you go.”</p>
        <LiveLine projectId={projectId} />
      </Step>
    </ol>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li>
      <span className="step-number" aria-hidden="true">
        {number}
      </span>
      <div className="fill">
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}

/** A client that can be told by a command or by a file. */
function EitherWay({ command, file, text }: { command: string; file: string; text: string }) {
  const [way, setWay] = useState<'command' | 'file'>('command');
  return (
    <Snippet name={way === 'command' ? 'terminal' : file} text={way === 'command' ? command : text}>
      <SegmentedControl
        label="Form"
        value={way}
        onChange={setWay}
        options={[
          { value: 'command', label: 'Command' },
          { value: 'file', label: file },
        ]}
      />
    </Snippet>
  );
}
