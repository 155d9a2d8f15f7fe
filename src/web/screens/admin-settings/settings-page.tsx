import { Save } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { SettingsAnswer } from '#contract/admin-settings.ts';
import { ADMIN_SETTINGS_TEXTS as T } from '#contract/admin-texts.ts';
import { AdminHead } from '#web/features/admin/index.ts';
import {
  ClashDialog,
  SaveBar,
  type SettingsForm,
  SettingsSections,
  useSettingsForm,
} from '#web/features/admin-system/index.ts';
import { useLeaveQuestion } from '#web/lib/leave-question.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import { Button } from '#web/ui/button.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ResetDialog, SaveDialog } from './confirmations.tsx';
import { SectionIndex } from './section-index.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './admin-settings.module.css';

export function SettingsPage({ loaded, before }: { loaded: SettingsAnswer; before?: ReactNode }) {
  const form = useSettingsForm(loaded);
  useLeaveQuestion(form.isDirty);
  const [asking, setAsking] = useState<'save' | 'reset'>();
  const close = () => setAsking(undefined);
  const askToSave = () => form.isDirty && !form.isSaving && form.check() && setAsking('save');
  useShortcut({ keys: 'mod+s', label: T.save, group: 'Settings', icon: Save, inInputs: true, run: askToSave });
  const save = async () => {
    await form.save();
    close();
  };
  return (
    <>
      <AdminHead
        title={T.title}
        sub={describeLast(loaded)}
        lineBelow
        actions={
          <Button variant="ghost" onClick={() => setAsking('reset')}>
            {T.reset}
          </Button>
        }
      />
      <div className={styles.body}>
        <SectionIndex problems={form.problems} />
        <div className={styles.sections}>
          {before}
          <form noValidate onSubmit={(event) => event.preventDefault()}>
            <SaveFailure form={form} />
            <SettingsSections form={form} models={loaded.models} />
          </form>
        </div>
      </div>
      <SaveBar form={form} onSave={askToSave} />
      {asking === 'save' && <SaveDialog form={form} onClose={close} onConfirm={() => void save()} />}
      {asking === 'reset' && (
        <ResetDialog
          onClose={close}
          onConfirm={() => {
            form.reset();
            close();
          }}
        />
      )}
      {form.clash && (
        <ClashDialog clash={form.clash} onSettle={form.settle} onKeepMine={(yielded) => void form.keepMine(yielded)} />
      )}
      <LeaveGuard
        active={form.isDirty}
        title="Leave without saving?"
        description="Your changes to the settings have not been saved and would be lost."
      />
    </>
  );
}

const describeLast = ({ lastModified, modifiedBy }: SettingsAnswer) => {
  if (lastModified === null) return `Last modified: ${T.never}`;
  return `Last modified: ${formatDateTime(lastModified)}${modifiedBy === null ? '' : ` by ${modifiedBy}`}`;
};

function SaveFailure({ form }: { form: SettingsForm }) {
  if (form.failure === undefined) return null;
  return (
    <Notice className={styles.failure} tone="bad">
      <span className={cx(layout.row, layout.gap12)}>
        <span className={layout.grow}>{form.failure}</span>
        <Button size="sm" busy={form.isSaving} onClick={() => form.check() && void form.save()}>
          Try Again
        </Button>
      </span>
    </Notice>
  );
}
