import { FileText } from 'lucide-react';
import { useId, useState } from 'react';
import { PRD_MAX_CHARACTERS, PROJECT_NAME_MAX } from '#contract/constants.ts';
import { SET_UP_TEXTS as T } from '#contract/set-up-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Textarea, TextInput } from '#web/ui/inputs.tsx';
import { Keys } from '#web/ui/keys.tsx';
import { Dot } from '#web/ui/dot.tsx';
import { Command } from './command.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import surface from '#web/styles/surface.module.css';
import styles from './setup.module.css';

export interface Prd {
  content: string;
  filename: string;
}

interface FirstProjectProps {
  projectId: string;
  name: string;
  onName: (name: string) => void;
  prd: Prd | undefined;
  onPrd: (prd: Prd | undefined) => void;
  calledAt: string | null;
  busy: boolean;
  onSave: (example: boolean) => void;
}

/** Three steps to a first project. Without a name no project is created. */
export function FirstProject({ projectId, name, onName, prd, onPrd, calledAt, busy, onSave }: FirstProjectProps) {
  return (
    <aside className={cx(surface.card, styles.first)} aria-label={T.first}>
      <h2>{T.first}</h2>
      <p>Three steps, about two minutes.</p>
      <ol>
        <li className={styles.current}>
          <b>Name it and bring a PRD</b>
          <TextInput
            aria-label="Project name"
            placeholder="Project name"
            maxLength={PROJECT_NAME_MAX}
            value={name}
            onChange={(event) => onName(event.target.value)}
          />
          <PrdBox prd={prd} onPrd={onPrd} />
        </li>
        <li>
          <b>Connect an agent</b>
          <p>In the repository, once the project is saved; it finds the agents that are there.</p>
          <Command
            text={`npx ${location.origin}/baton-cli.tgz init --url ${location.origin} --project ${projectId}`}
            label="Copy command"
          />
          <p className={styles.waiting} role="status">
            <Dot tone={calledAt === null ? undefined : 'ok'} pulse={calledAt === null} />
            {calledAt === null ? 'Waiting for the first call…' : 'An agent has called.'}
          </p>
        </li>
        <li>
          <b>Hand over the baton</b>
          <p>Say it to your agent. It works through the plan; you see every step.</p>
          <Command sign="›" text={T.handOver} label="Copy what to say" />
        </li>
      </ol>
      <div className={styles.go}>
        <Button variant="primary" full busy={busy} onClick={() => onSave(false)}>
          {name.trim() === '' ? T.saveOnly : T.save}
          <span className={layout.hiddenOnPhone}>
            <Keys keys="mod+enter" />
          </span>
        </Button>
        <Button variant="ghost" full disabled={busy} onClick={() => onSave(true)}>
          {T.example}
        </Button>
      </div>
    </aside>
  );
}

/** A file dropped or chosen, or text pasted. */
function PrdBox({ prd, onPrd }: Pick<FirstProjectProps, 'prd' | 'onPrd'>) {
  const id = useId();
  const [isPasting, setPasting] = useState(false);
  const [problem, setProblem] = useState('');
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const isMarkdown = /\.(md|markdown)$/i.test(file.name);
    if (!isMarkdown || file.size > PRD_MAX_CHARACTERS)
      return setProblem('Please use a .md or .markdown file of at most 1 MB.');
    setProblem('');
    onPrd({ content: await file.text(), filename: file.name });
  };
  if (isPasting)
    return (
      <Textarea
        aria-label="PRD"
        rows={6}
        placeholder="Paste the PRD"
        value={prd?.content ?? ''}
        onChange={({ target }) =>
          onPrd(target.value === '' ? undefined : { content: target.value, filename: 'prd.md' })
        }
      />
    );
  return (
    <>
      <div
        className={styles.drop}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void take(event.dataTransfer.files[0]);
        }}
      >
        <FileText aria-hidden="true" />
        <label htmlFor={id}>{prd === undefined ? 'Drop or choose a .md or .markdown file,' : prd.filename}</label>
        <input
          id={id}
          className={typography.visuallyHidden}
          type="file"
          accept=".md,.markdown"
          onChange={({ target }) => void take(target.files?.[0])}
        />
        <button type="button" className={typography.link} onClick={() => setPasting(true)}>
          or paste it
        </button>
      </div>
      {problem !== '' && (
        <p className={cx(typography.small, styles.problem)} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
