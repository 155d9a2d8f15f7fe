import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { SetUpState } from '#contract/set-up.ts';
import { SET_UP_TEXTS as T } from '#contract/set-up-texts.ts';
import {
  type Choice,
  domainOf,
  KindCards,
  sendChoice,
  tellSetUpDone,
  useFinishSetUp,
} from '#web/features/instance-kind/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { FirstProject, type Prd } from './first-project.tsx';
import { InstanceRows } from './instance-rows.tsx';
import { ServiceFacts } from './service-facts.tsx';
import styles from './setup.module.css';

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
    builtIn: state.planner.built_in,
  });
  const [name, setName] = useState('');
  const [prd, setPrd] = useState<Prd>();
  // Every answer proposes a new id: the first is kept, since its command may have been copied.
  const [projectId] = useState(state.project_id);
  const finish = useFinishSetUp();

  const save = (example: boolean) => {
    if (finish.isPending) return;
    const project = example || name.trim() === '' ? null : { id: projectId, name: name.trim(), prd: prd ?? null };
    finish.mutate(
      { ...sendChoice(choice), project, example },
      {
        onSuccess: ({ project_id: id, prd_problem: problem }) => {
          tellSetUpDone(choice, state.mail.server === null);
          if (problem !== null) toast({ variant: 'destructive', title: 'The PRD Was Not Saved', description: problem });
          void navigate(example && id !== null ? paths.tasks(id) : paths.projects, { replace: true });
        },
      },
    );
  };
  useShortcut({
    keys: 'mod+enter',
    label: T.save,
    group: 'Set up',
    keyOnly: true,
    inInputs: true,
    run: () => save(false),
  });

  return (
    <>
      <header className={styles.head}>
        <h1>{T.title}</h1>
        <p>{T.lead(email)}</p>
      </header>
      {finish.error && <Notice tone="bad">{messageOf(finish.error, 'The set-up could not be saved.')}</Notice>}
      <div className={styles.columns}>
        <div>
          <KindCards
            choice={choice}
            onChoose={setChoice}
            fixed={state.from_environment}
            serviceFacts={<ServiceFacts state={state} isChosen={choice.kind === 'service'} />}
          />
          <InstanceRows
            state={state}
            checkedAt={checkedAt}
            onCheck={onCheck}
            builtIn={choice.builtIn}
            onBuiltIn={(builtIn) => setChoice({ ...choice, builtIn })}
          />
        </div>
        <FirstProject
          projectId={projectId}
          name={name}
          onName={setName}
          prd={prd}
          onPrd={setPrd}
          calledAt={state.agent_called_at}
          busy={finish.isPending}
          onSave={save}
        />
      </div>
      <p className={styles.later}>
        <Clock aria-hidden="true" />
        {T.later}
      </p>
    </>
  );
}
