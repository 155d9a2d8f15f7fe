import { Bot, Check, KeyRound, Sparkles, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { COVERAGE_TEXTS } from '#contract/prd-texts.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import icon from '#web/styles/icon.module.css';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './ways.module.css';

export const WAYS = ['agent', 'model', 'builtin'] as const;
export type Way = (typeof WAYS)[number];

interface WaysProps {
  way: Way;
  onWay: (way: Way) => void;
  children: ReactNode;
}

const ID = 'way';

export function Ways({ way, onWay, children }: WaysProps) {
  return (
    <div className={styles.ways}>
      <Tabs
        id={ID}
        variant="segmented"
        label="Who drafts the plan"
        value={way}
        onChange={onWay}
        tabs={[
          {
            value: 'agent',
            label: 'Your agent',
            before: <Bot className={icon.size14} />,
            after: <span className={styles.recommended}>recommended</span>,
          },
          { value: 'model', label: 'Model', before: <Sparkles className={icon.size14} /> },
          { value: 'builtin', label: 'Built in', before: <Zap className={icon.size14} /> },
        ]}
      />
      <TabPanel id={ID} value={way}>
        {children}
      </TabPanel>
    </div>
  );
}

interface AgentWayProps {
  projectName: string;
  hasPlan: boolean;
  hasText: boolean;
  isUnsaved: boolean;
  isSaving: boolean;
  canSave: boolean;
  /** Saves the text and copies the line. */
  onSave: () => void;
  /** The line was copied on this page, so a draft is expected. */
  isWaiting: boolean;
  onTold: () => void;
  /** Live state of the agents' connections. */
  connection: ReactNode;
}

/** Planning by the person's own agent: one line to copy, then the wait for its draft. */
export function AgentWay(props: AgentWayProps) {
  const { projectName, hasText, isUnsaved, isWaiting } = props;
  const line = COVERAGE_TEXTS.tellAgent(projectName);
  return (
    <div className={styles.pane}>
      <p>{sayOf(props)}</p>
      <div className={styles.sentence}>
        <code>{line}</code>
        {!hasText ? null : isUnsaved ? (
          <Button size="sm" busy={props.isSaving} disabled={!props.canSave} onClick={props.onSave}>
            Save and copy
          </Button>
        ) : (
          <CopyButton value={line} label="Copy the line" text="Copy" onCopied={props.onTold} />
        )}
      </div>
      <div className={styles.facts}>
        <span>
          <Check className={icon.size12} />
          no key needed; it knows your code
        </span>
        {props.connection}
      </div>
      {isWaiting && (
        <output className={styles.waiting}>
          <Spinner />
          Waiting for the draft. The plan appears here by itself.
        </output>
      )}
    </div>
  );
}

function sayOf({ hasText, isUnsaved, hasPlan }: AgentWayProps) {
  if (!hasText) return 'Write or drop the PRD first. Then this one line is all your agent needs.';
  if (isUnsaved) return 'Your agent reads what is stored: save the text, then tell it this one line.';
  if (hasPlan) return 'Tell your agent this one line. It changes the plan in one step, and one click undoes it.';
  return 'Tell your agent this one line. It reads every line with its role and drafts the plan in one step.';
}

interface ModelWayProps {
  label: string;
  /** A model provider is configured on the server. */
  isSet: boolean;
  isAdmin: boolean;
}

export function ModelWay({ label, isSet, isAdmin }: ModelWayProps) {
  return (
    <div className={styles.pane}>
      <div className={styles.provider}>
        <span className={styles.monogram}>
          {isSet ? label.slice(0, 1).toUpperCase() : <Sparkles className={icon.size14} />}
        </span>
        <div className={layout.grow}>
          <b>{isSet ? label : 'A model on this server'}</b>{' '}
          {isSet ? <Badge tone="ok">key set</Badge> : <Badge tone="outline">key not set</Badge>}
          <p className={cx(typography.small, typography.tertiary)}>
            {isSet ? 'the whole document, in about a minute' : 'the key stays on the server'}
          </p>
        </div>
      </div>
      <p>
        {isSet
          ? 'The outline first, then each list. Roles that were set are kept. It counts as one generation.'
          : 'Without a key, your agent or the built-in planner can draft.'}
      </p>
      {!isSet && (
        <p className={cx(layout.row, layout.gap4)}>
          <KeyRound className={icon.size12} />
          {isAdmin ? (
            <span>
              Set <code>ANTHROPIC_API_KEY</code> or <code>OPENAI_COMPATIBLE_URL</code> for the server and start it
              again.{' '}
              <Link className={typography.link} to={paths.adminSettings}>
                Settings
              </Link>
            </span>
          ) : (
            <span>An administrator can set one.</span>
          )}
        </p>
      )}
    </div>
  );
}

export function BuiltInWay({ isOutline }: { isOutline: boolean }) {
  return (
    <div className={styles.pane}>
      <div className={styles.provider}>
        <span className={styles.monogram}>
          <Zap className={icon.size14} />
        </span>
        <div className={layout.grow}>
          <b>Built in</b> <Badge>instant</Badge>
          <p className={cx(typography.small, typography.tertiary)}>
            structure only: your headings, your words, your order
          </p>
        </div>
      </div>
      {isOutline && <p>{COVERAGE_TEXTS.outline}</p>}
    </div>
  );
}
