import { ADMIN_SETTINGS_TEXTS as T } from '#contract/admin-texts.ts';
import { describeReach, type SettingsForm } from '#web/features/admin-system/index.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './admin-settings.module.css';

interface Asked {
  onClose: () => void;
  onConfirm: () => void;
}

/** Stays open while saving, so that nothing is typed that the answer would overwrite. */
export function SaveDialog({ form, onClose, onConfirm }: Asked & { form: SettingsForm }) {
  const reach = describeReach(form.changed, form.draft.settings.maintenanceMode);
  return (
    <ConfirmDialog
      open
      danger={false}
      busy={form.isSaving}
      title="Save these settings?"
      description={
        <>
          <ul className={cx(styles.sentences, typography.tabular)} aria-label="Changes">
            {form.changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
          <p>They take effect immediately on every server.</p>
          <ul className={styles.sentences}>
            {reach.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      }
      confirmLabel={T.save}
      onClose={() => !form.isSaving && onClose()}
      onConfirm={onConfirm}
    />
  );
}

export const ResetDialog = ({ onClose, onConfirm }: Asked) => (
  <ConfirmDialog
    open
    danger={false}
    title="Reset to defaults?"
    description="Every field is set to its default value. Nothing changes until you save."
    confirmLabel={T.reset}
    onClose={onClose}
    onConfirm={onConfirm}
  />
);
