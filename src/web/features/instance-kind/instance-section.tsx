import { useState } from 'react';
import type { InstanceSettings } from '#contract/admin-instance.ts';
import { SET_UP_TEXTS as T } from '#contract/set-up-texts.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { toast } from '#web/ui/toast.ts';
import { type Choice, sendChoice } from './choice.ts';
import { KindCards } from './kind-cards.tsx';
import { PlannerSwitch } from './planner-switch.tsx';
import { useInstanceSettings, useSaveInstance } from './queries.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

/** Settings, Instance: who this instance is for, changed after it was said what appears or disappears. */
export function InstanceSection() {
  const { data, isError, error, isFetching, refetch } = useInstanceSettings();
  return (
    <section id="instance" className="instance-section" aria-labelledby="instance-title">
      <h2 id="instance-title">Instance</h2>
      {data && <Loaded key={JSON.stringify(chosenIn(data))} loaded={data} />}
      {isError && !data && (
        <ErrorState
          message={messageOf(error, 'Who this instance is for could not be loaded.')}
          heading="h3"
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </section>
  );
}

const chosenIn = ({ kind, sign_up_by: signUpBy, domains, planner }: InstanceSettings): Choice => ({
  kind: kind ?? 'service',
  signUpBy,
  domains: domains.join(', '),
  builtIn: planner.built_in,
});

function Loaded({ loaded }: { loaded: InstanceSettings }) {
  const [choice, setChoice] = useState<Choice>(chosenIn(loaded));
  const [asking, setAsking] = useState(false);
  const save = useSaveInstance();
  const isChanged = loaded.kind === null || JSON.stringify(choice) !== JSON.stringify(chosenIn(loaded));
  const isOther = (loaded.kind ?? 'service') !== choice.kind;
  const store = () =>
    save.mutate(sendChoice(choice), {
      onSuccess: () => {
        toast({ variant: 'success', title: 'Instance Saved', description: 'It holds from now on, on every server.' });
        setAsking(false);
      },
    });
  return (
    <>
      <KindCards
        choice={choice}
        onChoose={setChoice}
        fixed={loaded.from_environment}
        serviceFacts={<Renewing of={loaded} />}
      />
      {loaded.planner.configured !== null && (
        <div className="setting">
          <div>
            <b>Planner</b>
            <p>Turns a PRD into a plan. Built in needs no key and sends nothing out.</p>
          </div>
          <div className="ctl">
            <PlannerSwitch
              configured={loaded.planner.configured}
              builtIn={choice.builtIn}
              onChange={(builtIn) => setChoice({ ...choice, builtIn })}
            />
          </div>
        </div>
      )}
      {save.error && !asking && (
        <p className={cx(typography.small, 'text-(--bad-text)')} role="alert">
          {messageOf(save.error, 'The instance could not be saved.')}
        </p>
      )}
      <div>
        <Button busy={save.isPending} disabled={!isChanged} onClick={() => (isOther ? setAsking(true) : store())}>
          Save Instance
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          open
          title={choice.kind === 'team' ? 'Run this for your team?' : 'Run this as a public service?'}
          description={
            <>
              {choice.kind === 'team' ? T.toTeam : T.toService} {choice.kind === 'team' && <Renewing of={loaded} />}
            </>
          }
          confirmLabel="Change"
          busy={save.isPending}
          error={save.error ? messageOf(save.error, 'The instance could not be saved.') : undefined}
          onClose={() => setAsking(false)}
          onConfirm={store}
        />
      )}
    </>
  );
}

function Renewing({ of }: { of: InstanceSettings }) {
  const count = of.renewing_subscriptions;
  if (count === 0) return <span className="kinds-hint">No paid plan renews.</span>;
  return (
    <span className="kinds-hint">
      {count === 1 ? '1 paid plan renews' : `${count} paid plans renew`}: people manage and cancel them as before.
    </span>
  );
}
