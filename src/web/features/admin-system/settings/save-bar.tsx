import { ADMIN_SETTINGS_TEXTS as T } from '#contract/admin-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Dot } from '#web/ui/dot.tsx';
import { countChanges } from './sections.ts';
import type { SettingsForm } from './use-settings-form.ts';
import typography from '#web/styles/typography.module.css';

/** Floats over the form while something is unsaved; clean, it rests below it and covers nothing. */
export function SaveBar({ form, onSave }: { form: SettingsForm; onSave: () => void }) {
  return (
    <div className={cx('savebar', form.isDirty && 'floats')}>
      <output className="said">
        {form.isDirty ? (
          <>
            <Dot tone="warn" />
            <span>{T.unsaved}</span>
            <span className={cx(typography.tertiary, typography.small)}>
              {countChanges(form.changed.length, form.problems.length)}
            </span>
          </>
        ) : (
          <span className={typography.tertiary}>Everything is saved</span>
        )}
      </output>
      {form.isDirty && (
        <Button className="savebar-button" variant="ghost" disabled={form.isSaving} onClick={form.discard}>
          {T.discard}
        </Button>
      )}
      <Button className="savebar-button" variant="primary" disabled={!form.isDirty || form.isSaving} onClick={onSave}>
        {T.save}
      </Button>
    </div>
  );
}
