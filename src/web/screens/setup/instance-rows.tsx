import { Globe, RefreshCw, Sparkles } from 'lucide-react';
import type { SetUpState } from '#contract/set-up.ts';
import { SET_UP_TEXTS as T } from '#contract/set-up-texts.ts';
import { useProbes } from '#web/features/instance-kind/index.ts';
import { useSeconds } from '#web/lib/use-seconds.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Badge } from '#web/ui/labels.tsx';
import { MailRow } from './mail-row.tsx';
import { Row } from './row.tsx';

interface InstanceRowsProps {
  state: SetUpState;
  checkedAt: number;
  onCheck: () => void;
}

/** What was found by itself, with its state, one sentence and one action. Nothing here has to be done. */
export function InstanceRows({ state, checkedAt, onCheck }: InstanceRowsProps) {
  const probes = useProbes();
  const now = useSeconds();
  const find = (name: string) => probes.data?.find((probe) => probe.name === name);
  const check = () => {
    onCheck();
    void probes.refetch();
  };
  const planner = find('AI engine');
  return (
    <section className="setup-inst" aria-label={T.instance}>
      <div className="setup-inst-head">
        <h2>{T.instance}</h2>
        <span className="small t3">
          Checked {Math.max(0, Math.round((now - checkedAt) / 1_000))}s ago
          <IconButton size="sm" label="Check again" icon={<RefreshCw />} onClick={check} />
        </span>
      </div>
      <div className="card">
        <MailRow state={state} probe={find('Mail')} now={now} />
        <Row
          icon={Sparkles}
          name="Planner"
          tone={planner === undefined ? undefined : planner.state === 'failing' ? 'bad' : 'ok'}
          said={planner?.detail ?? 'Asking…'}
          detail="Turns a PRD into a plan. Built in needs no key and sends nothing out; ANTHROPIC_API_KEY adds a model."
        >
          {planner?.detail.startsWith('Embedded') && <Badge tone="outline">Built in</Badge>}
        </Row>
        <AddressRow url={state.address.url} isLocal={state.address.is_local} />
      </div>
    </section>
  );
}

function AddressRow({ url, isLocal }: { url: string; isLocal: boolean }) {
  const isOther = url !== location.origin;
  const detail = isOther
    ? `This browser came through ${location.origin}. Agents and mails use BATON_URL: set it to the address people use.`
    : isLocal
      ? 'Only this machine can reach it. For a team set BATON_URL to the address people use.'
      : 'This browser came through it. Agents use it too.';
  return (
    <Row icon={Globe} name="Address" tone={isOther || isLocal ? 'warn' : 'ok'} said={url} detail={detail}>
      <CopyButton value={url} label="Copy address" />
    </Row>
  );
}
