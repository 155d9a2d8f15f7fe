import { Flag, KeyRound, SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { KEY_TEXTS } from '#contract/api-key-texts.ts';
import { RELAY_TEXTS } from '#contract/relay-texts.ts';
import { useMe } from '#web/features/account/index.ts';
import { CredentialsDialog } from '#web/features/api-keys/index.ts';
import { BatonHolder, NeedsList, PlanMenu, type PlanView } from '#web/features/plan/index.ts';
import { ProjectBar } from '#web/features/projects/index.ts';
import { Button } from '#web/ui/button.tsx';
import { MenuItem, MenuSeparator } from '#web/ui/menu-items.tsx';
import { useNarrow } from '#web/ui/split/use-narrow.ts';
import { useCramped } from './use-cramped.ts';
import bar from './tasks-bar.module.css';

export function TasksBar({
  plan,
  onSelect,
  onAnswer,
  relay,
}: {
  plan: PlanView;
  onSelect: (taskId: string) => void;
  /** Selects a task that needs a person, with the focus in its question. */
  onAnswer: (taskId: string) => void;
  relay: { isAtWork: boolean; mayAsk: boolean; isStopping: boolean; open: () => void; finish: () => void };
}) {
  const { project, counts } = plan;
  const narrow = useNarrow();
  const { data: me } = useMe();
  const [shown, setShown] = useState(false);
  const cramped = useCramped();
  const more = relay.isAtWork && (
    <>
      <MenuSeparator />
      <MenuItem icon={<SquareTerminal />} shortcut="r" onSelect={relay.open}>
        {RELAY_TEXTS.open}
      </MenuItem>
      {relay.mayAsk && (
        <MenuItem icon={<Flag />} disabled={relay.isStopping} onSelect={relay.finish}>
          {RELAY_TEXTS.finish}
        </MenuItem>
      )}
    </>
  );
  const holder = <BatonHolder plan={plan} narrow={cramped} onSelect={onSelect} more={more} />;
  return (
    <div className={bar.bar}>
      <ProjectBar nameBelow project={project} view="tasks" count={counts.tasks}>
        <NeedsList plan={plan} onSelect={onAnswer} />
        {!narrow && holder}
        {!narrow && (
          <Button size="sm" icon={<KeyRound />} onClick={() => setShown(true)}>
            {KEY_TEXTS.credentials}
          </Button>
        )}
        <PlanMenu project={project} onCredentials={() => setShown(true)} />
      </ProjectBar>
      {narrow && holder}
      {shown && (
        <CredentialsDialog
          projectId={project.id}
          account={me && { id: me.id, name: me.display_name || me.email }}
          onClose={() => setShown(false)}
        />
      )}
    </div>
  );
}
