import { useState } from 'react';
import { MAINTENANCE_MESSAGE_MAX } from '#contract/constants.ts';
import type { SystemSettings } from '#contract/admin-settings.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { useLeaveQuestion } from '#web/lib/leave-question.ts';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/inputs.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useSetMaintenance } from './maintenance-query.ts';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import surface from '#web/styles/surface.module.css';
import styles from './mode-card.module.css';

/** Mode and message take effect at once; administrators can go on working. */
export function ModeCard({ settings }: { settings: SystemSettings }) {
  const { maintenanceMode: isOn, maintenanceMessage: saved } = settings;
  const [typed, setTyped] = useState<string>();
  const [asking, setAsking] = useState(false);
  const set = useSetMaintenance();
  const message = typed ?? saved;
  const isEmpty = message.trim() === '';
  const isChanged = message.trim() !== saved;
  useLeaveQuestion(isChanged);
  const send = (on: boolean) =>
    set.mutate(
      { on, ...(!isEmpty && { message: message.trim() }) },
      { onSuccess: () => setTyped(undefined), onSettled: () => setAsking(false) },
    );
  return (
    <section className={cx(surface.card, styles.card)} aria-label="Maintenance mode">
      <Switch
        label="Maintenance mode"
        help="While it is on, everyone except administrators sees the message and cannot work"
        checked={isOn}
        disabled={set.isPending || (!isOn && isEmpty)}
        onChange={() => setAsking(true)}
      />
      {isOn && <Notice tone="warn">Maintenance mode is on: all requests from people and agents are refused.</Notice>}
      {set.isError && <Notice tone="bad">{messageOf(set.error, 'Maintenance mode could not be changed')}</Notice>}
      <Field label="Message" error={isEmpty ? 'The message must not be empty' : undefined}>
        <Textarea
          rows={2}
          maxLength={MAINTENANCE_MESSAGE_MAX}
          value={message}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      {isChanged && (
        <div className={cx(layout.row, layout.gap8)}>
          <Button variant="primary" busy={set.isPending} disabled={isEmpty} onClick={() => send(isOn)}>
            {isOn ? 'Update Message' : 'Save Message'}
          </Button>
          <Button variant="ghost" onClick={() => setTyped(undefined)}>
            Discard
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        danger={!isOn}
        busy={set.isPending}
        title={isOn ? 'End maintenance?' : 'Start maintenance?'}
        description={
          isOn
            ? 'Everyone can work again immediately.'
            : 'Everyone except administrators is locked out immediately, agents included, and sees your message.'
        }
        confirmLabel={isOn ? 'Turn Off' : 'Turn On'}
        onClose={() => setAsking(false)}
        onConfirm={() => send(!isOn)}
      />
      <LeaveGuard
        active={isChanged}
        title="Leave without saving?"
        description="The message has not been saved and would be lost."
      />
    </section>
  );
}
