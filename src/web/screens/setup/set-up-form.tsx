import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { SetUpState } from '#contract/set-up.ts';
import { SET_UP_TEXTS as T } from '#contract/set-up-texts.ts';
import { type Choice, domainOf, KindCards, sendChoice, useFinishSetUp } from '#web/features/instance-kind/index.ts';
import { messageOf } from '#web/lib/failure-toast.ts';
import { useShortcut } from '#web/lib/use-shortcut.ts';
import { paths } from '#web/paths.ts';
import { Dot } from '#web/ui/labels.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { FirstProject, type Prd } from './first-project.tsx';
import { InstanceRows } from './instance-rows.tsx';

interface SetUpFormProps {
  state: SetUpState;
  email: string;
  checkedAt: number;
  onCheck: () => void;
}

export function SetUpForm({ state, email, checkedAt, onCheck }: SetUpFormProps) {
  const navigate = useNavigate();
  const [choice, setChoice] = useState<Choice>({
    kind: state.kind ?? 'team',
    signUpBy: state.sign_up_by,
    domains: state.domains.join(', ') || domainOf(email),
  });
  const [name, setName] = useState('');
  const [prd, setPrd] = useState<Prd>();
  const finish = useFinishSetUp();

  const save = (example: boolean) => {
    if (finish.isPending) return;
    const project = example || name.trim() === '' ? null : { name: name.trim(), prd: prd ?? null };
    finish.mutate(
      { ...sendChoice(choice), project, example },
      {
        onSuccess: ({ project_id: id, prd_problem: problem }) => {
          toast(
            problem === null
              ? { variant: 'success', title: 'Set Up', description: doneText(choice, state) }
              : { variant: 'destructive', title: 'The PRD Was Not Saved', description: problem },
          );
          void navigate(example && id !== null ? paths.tasks(id) : paths.projects, { replace: true });
        },
      },
    );
  };
  useShortcut({ keys: 'mod+enter', label: T.save, group: 'Set up', inInputs: true, run: () => save(false) });

  return (
    <>
      <header className="setup-head">
        <h1>{T.title}</h1>
        <p>{T.lead(email)}</p>
      </header>
      {finish.error && <Notice tone="bad">{messageOf(finish.error, 'The set-up could not be saved.')}</Notice>}
      <div className="setup-cols">
        <div>
          <KindCards
            choice={choice}
            onChoose={setChoice}
            fixed={state.from_environment}
            serviceFacts={<ServiceFacts state={state} isChosen={choice.kind === 'service'} />}
          />
          <InstanceRows state={state} checkedAt={checkedAt} onCheck={onCheck} />
        </div>
        <FirstProject
          name={name}
          onName={setName}
          prd={prd}
          onPrd={setPrd}
          calledAt={state.agent_called_at}
          busy={finish.isPending}
          onSave={save}
        />
      </div>
      <p className="setup-later">
        <Clock aria-hidden="true" />
        {T.later}
      </p>
    </>
  );
}

const PAYMENT = {
  paypal: 'Payment: PayPal.',
  sandbox: 'Payment: sandbox, no real money. PayPal is not set.',
  nobody: 'Payment: not set up. PayPal is not set, so nothing is sold.',
};

function ServiceFacts({ state, isChosen }: { state: SetUpState; isChosen: boolean }) {
  const { offer } = state;
  return (
    <>
      {isChosen && state.mail.server === null && (
        <p className="kinds-hint">
          <Dot tone="bad" />
          {T.needsMail}
        </p>
      )}
      <p className="kinds-hint">
        <Dot tone={offer?.provider === 'paypal' ? 'ok' : 'warn'} />
        {PAYMENT[offer?.provider ?? 'nobody']}
      </p>
      <p className="kinds-hint">
        <Dot tone="ok" />
        Free: {projects(state.free_projects)} · Pro: {projects(state.pro_projects)}
        {offer !== null && `, $${offer.price_usd}/month`}
      </p>
    </>
  );
}

const projects = (count: number) => (count === 1 ? '1 project' : `${count} projects`);

function doneText(choice: Choice, { mail }: SetUpState): string {
  const [domain] = sendChoice(choice).domains;
  const at = choice.signUpBy === 'domain' && domain !== undefined ? ` at ${domain}` : '';
  const whom = choice.kind === 'team' ? `your team${at}` : 'everyone';
  return `This Baton is set up for ${whom}.${mail.server === null ? ' Mail still waits.' : ''}`;
}
