import { useState } from 'react';
import { PEOPLE_TEXTS as T } from '#contract/people-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { useMutation } from '@tanstack/react-query';
import type { Id } from '#contract/fields.ts';
import { call } from '#web/lib/net/api.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Select } from '#web/ui/inputs.tsx';
import { toast } from '#web/ui/toast.ts';
import settingRow from '../setting-row.module.css';
import { usePeople } from '#web/lib/use-people.ts';
import styles from './people-section.module.css';

/** Makes an editor the owner. The feed then tells this page that its person is an editor. */
export function HandOverRow({ project }: { project: Pick<ProjectSummary, 'id' | 'name'> }) {
  const editors = (usePeople(project.id).data?.people ?? []).filter(({ role }) => role === 'editor');
  const [chosenId, setChosen] = useState('');
  const [isAsking, setAsking] = useState(false);
  const handOver = useMutation({
    mutationFn: (userId: Id) => call('POST /api/projects/:id/owner', { id: project.id, user_id: userId }),
  });
  const chosen = editors.find((each) => each.user_id === chosenId);
  const failed = handOver.error && !isShownElsewhere(handOver.error) ? handOver.error : undefined;
  const confirm = () => {
    if (!chosen) return;
    handOver.mutate(chosen.user_id, {
      onSuccess: () => {
        setAsking(false);
        toast({ variant: 'success', title: T.handedOver, description: T.handedOverText(chosen.name) });
      },
    });
  };
  return (
    <div className={settingRow.row}>
      <div>
        <span className={settingRow.label} id="hand-over">
          {T.handOver}
        </span>
        <p className={settingRow.help} id="hand-over-help">
          {T.handOverHelp} {editors.length === 0 && T.handOverNobody}
        </p>
      </div>
      <span className={styles.controls}>
        {editors.length > 0 && (
          <Select
            className={styles.editors}
            aria-label={T.handOverTo}
            value={chosen?.user_id ?? ''}
            onChange={(event) => setChosen(event.target.value)}
          >
            <option value="">{T.handOverChoose}</option>
            {editors.map(({ user_id: userId, name, email }) => (
              <option key={userId} value={userId}>
                {email === null ? name : `${name} (${email})`}
              </option>
            ))}
          </Select>
        )}
        <Button
          variant="danger-outline"
          disabled={!chosen}
          aria-describedby="hand-over-help"
          onClick={() => setAsking(true)}
        >
          {T.handOverDo}
        </Button>
      </span>
      {chosen && (
        <ConfirmDialog
          open={isAsking}
          title={T.handOverTitle(chosen.name)}
          description={T.handOverText(chosen.name)}
          confirmLabel={T.handOverConfirm}
          typed={project.name}
          busy={handOver.isPending}
          error={failed && messageOf(failed, T.handOverFailed)}
          onClose={() => {
            handOver.reset();
            setAsking(false);
          }}
          onConfirm={confirm}
        />
      )}
    </div>
  );
}
