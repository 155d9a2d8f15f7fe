import { ADMIN_SETTINGS_TEXTS as T } from '#contract/admin-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Dot } from '#web/ui/dot.tsx';
import { countChanges } from './sections.ts';
import type { SettingsForm } from './use-settings-form.ts';
import typography from '#web/styles/typography.module.css';
import styles from './system-save-bar.module.css';

/** Sticky over the form while something is unsaved; otherwise below it, covering nothing. */
export function SaveBar({ form, onSave }: { form: SettingsForm; onSave: () => void }) {
  return (
    <div className={cx(styles.bar, form.isDirty && styles.floats)}>
      <output className={styles.said}>
        {form.isDirty ? (
          <>
            <Dot tone="warn" />
            <span>{T.unsaved}</span>
            <span className={cx(styles.note, typography.tertiary, typography.small)}>
              {countChanges(form.changed.length, form.problems.length)}
            </span>
          </>
        ) : (
          <span className={cx(styles.note, typography.tertiary)}>Everything is saved</span>
        )}
      </output>
      {form.isDirty && (
        <Button className={styles.button} variant="ghost" disabled={form.isSaving} onClick={form.discard}>
          {T.discard}
        </Button>
      )}
      <Button className={styles.button} variant="primary" disabled={!form.isDirty || form.isSaving} onClick={onSave}>
        {T.save}
      </Button>
    </div>
  );
}
