import { PROJECT_SETTINGS_TEXTS } from '#contract/project-settings-texts.ts';
import { shortAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Dot } from '#web/ui/dot.tsx';
import { Keys } from '#web/ui/keys.tsx';
import { type FieldName, sayValue } from './draft.ts';
import type { SettingsForm } from './use-settings-form.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './save-bar.module.css';

const T = PROJECT_SETTINGS_TEXTS.bar;
const C = PROJECT_SETTINGS_TEXTS.clash;
const JUST_NOW_MS = 60_000;

interface SaveBarProps {
  form: SettingsForm;
  /** Who last changed a setting, if that is known. */
  editOf: (field: FieldName) => SettingEdit | undefined;
  onSave: () => void;
}

export interface SettingEdit {
  /** Undefined: this person, elsewhere. */
  name: string | undefined;
  at: string;
}

/** Only while something is unsaved: shows what a save would change, or what prevents it. */
export function SaveBar({ form, editOf, onSave }: SaveBarProps) {
  if (!form.isDirty && !form.isSaving) return null;
  if (form.disputed.length > 0) return <ClashBar form={form} editOf={editOf} />;
  const problems = Object.keys(form.problems).length;
  return (
    <div className={styles.bar} data-part="save-bar">
      <output>
        <Dot tone={problems > 0 ? 'bad' : 'warn'} />
        <span>{T.unsaved}</span>
        <span className={cx(typography.small, styles.changes)}>
          {problems > 0 ? T.problems(problems) : form.changes.join(' · ')}
        </span>
      </output>
      <Button className={styles.button} variant="ghost" disabled={form.isSaving} onClick={form.discard}>
        {T.discard}
      </Button>
      <Button className={styles.button} variant="primary" busy={form.isSaving} onClick={onSave}>
        {T.save}
        <span className={layout.hiddenOnPhone} aria-hidden="true">
          <Keys keys="mod+s" />
        </span>
      </Button>
    </div>
  );
}

/** Conflict: somebody else saved the same setting. Nothing is sent until one of the two values is chosen. */
function ClashBar({ form, editOf }: Omit<SaveBarProps, 'onSave'>) {
  const now = useNow();
  const say = (field: FieldName) => {
    const edit = editOf(field);
    const who = edit && (edit.name ?? C.you);
    const isNew = edit === undefined || now - Date.parse(edit.at) < JUST_NOW_MS;
    const when = isNew ? C.justNow : C.ago(shortAge(edit.at, now));
    return C.says(who, PROJECT_SETTINGS_TEXTS.fields[field], sayValue(field, form.theirs), when);
  };
  return (
    <div className={styles.bar} data-part="save-bar">
      <output>
        <Dot tone="warn" />
        <span>{form.disputed.map(say).join(' ')}</span>
      </output>
      <Button className={styles.button} onClick={form.takeTheirs}>
        {C.theirs}
      </Button>
      <Button className={styles.button} variant="primary" onClick={form.keepMine}>
        {C.mine}
      </Button>
    </div>
  );
}
