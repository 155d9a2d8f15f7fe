import { Globe, RefreshCw, Sparkles } from 'lucide-react';
import { useState } from 'react';
import type { Probe } from '#contract/instance.ts';
import type { SetUpState } from '#contract/set-up.ts';
import { SET_UP_TEXTS as T } from '#contract/set-up-texts.ts';
import { PlannerSwitch, useProbes } from '#web/features/instance-kind/index.ts';
import { useSeconds } from '#web/lib/use-seconds.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { formatAgo } from './format-ago.ts';
import { AddressHelp } from './help.tsx';
import { MailRow } from './mail-row.tsx';
import { Row } from './row.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { Card } from '#web/ui/card.tsx';
import styles from './setup.module.css';

interface InstanceRowsProps {
  state: SetUpState;
  checkedAt: number;
  onCheck: () => void;
  builtIn: boolean;
  onBuiltIn: (builtIn: boolean) => void;
}

/** The parts found by themselves, each with its state, one sentence and one action. All optional. */
export function InstanceRows({ state, checkedAt, onCheck, builtIn, onBuiltIn }: InstanceRowsProps) {
  const probes = useProbes();
  const now = useSeconds();
  const find = (name: string) => probes.data?.find((probe) => probe.name === name);
  const check = () => {
    onCheck();
    void probes.refetch();
  };
  return (
    <section className={styles.instance} aria-label={T.instance}>
      <div className={styles.instanceHead}>
        <h2>{T.instance}</h2>
        <span className={cx(typography.small, typography.tertiary)}>
          Checked {formatAgo(now - checkedAt)}
          <IconButton size="sm" label="Check again" icon={<RefreshCw />} onClick={check} />
        </span>
      </div>
      <Card as="div">
        <MailRow state={state} probe={find('Mail')} now={now} />
        <PlannerRow state={state} probe={find('AI engine')} builtIn={builtIn} onBuiltIn={onBuiltIn} />
        <AddressRow url={state.address.url} isLocal={state.address.is_local} />
      </Card>
    </section>
  );
}

interface PlannerRowProps extends Pick<InstanceRowsProps, 'state' | 'builtIn' | 'onBuiltIn'> {
  probe: Probe | undefined;
}

function PlannerRow({ state, probe, builtIn, onBuiltIn }: PlannerRowProps) {
  const { configured } = state.planner;
  const row = { icon: Sparkles, name: 'Planner' };
  const choice = <PlannerSwitch configured={configured} builtIn={builtIn} onChange={onBuiltIn} />;
  if (configured === null || builtIn) {
    const why = configured === null ? 'No key is set; `ANTHROPIC_API_KEY` adds a model at any time.' : 'The key stays.';
    return (
      <Row {...row} tone="ok" said="Embedded planner" detail={`Works offline and sends nothing out. ${why}`}>
        {choice}
      </Row>
    );
  }
  // The probe describes the saved choice: a model that was turned off is probed once it is saved.
  const isAsked = !state.planner.built_in;
  return (
    <Row
      {...row}
      tone={!isAsked || probe === undefined ? undefined : probe.state === 'failing' ? 'bad' : 'ok'}
      said={isAsked ? (probe?.detail ?? 'Checking…') : 'Checked after saving'}
      detail="Turns a PRD into a plan. The built-in planner needs no key and sends nothing out."
    >
      {choice}
    </Row>
  );
}

function AddressRow({ url, isLocal }: { url: string; isLocal: boolean }) {
  const [isShown, setShown] = useState(false);
  const isOther = url !== location.origin;
  const detail = isOther
    ? `This browser came through ${location.origin}. Agents and emails use \`BATON_URL\`: set it to the address people use.`
    : isLocal
      ? 'Only this machine can reach it. For a team set `BATON_URL` to the address people use.'
      : 'This browser came through it. Agents use it too.';
  return (
    <Row
      icon={Globe}
      name="Address"
      tone={isOther || isLocal ? 'warn' : 'ok'}
      said={<span className={cx(typography.mono, styles.address)}>{url}</span>}
      detail={detail}
    >
      {isOther || isLocal ? (
        <Button size="sm" onClick={() => setShown(true)}>
          Show how
        </Button>
      ) : (
        <CopyButton value={url} label="Copy address" />
      )}
      <AddressHelp open={isShown} onClose={() => setShown(false)} />
    </Row>
  );
}
