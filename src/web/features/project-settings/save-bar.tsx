import { PROJECT_SETTINGS_TEXTS } from '#contract/project-settings-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dot } from '#web/ui/dot.tsx';
import { Keys } from '#web/ui/keys.tsx';
import { sayValue } from './draft.ts';
import type { SettingsForm } from './use-settings-form.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

const T = PROJECT_SETTINGS_TEXTS.bar;
const C = PROJECT_SETTINGS_TEXTS.clash;

/** There only while something is unsaved: what a save would change, or what stands in its way. */
export function SaveBar({ form, onSave }: { form: SettingsForm; onSave: () => void }) {
  if (!form.isDirty && !form.isSaving) return null;
  if (form.disputed.length > 0) return <ClashBar form={form} />;
  const problems = Object.keys(form.problems).length;
  return (
    <div className="set-bar">
      <output>
        <Dot tone={problems > 0 ? 'bad' : 'warn'} />
        <span>{T.unsaved}</span>
        <span className={cx(typography.small, 'what')}>
          {problems > 0 ? T.problems(problems) : form.changes.join(' · ')}
        </span>
      </output>
      <Button className="set-bar-button" variant="ghost" disabled={form.isSaving} onClick={form.discard}>
        {T.discard}
      </Button>
      <Button className="set-bar-button" variant="primary" busy={form.isSaving} onClick={onSave}>
        {T.save}
        <span className={layout.hiddenOnPhone} aria-hidden="true">
          <Keys keys="mod+s" />
        </span>
      </Button>
    </div>
  );
}

/** Somebody else saved the same setting: nothing is sent before a person says which holds. */
function ClashBar({ form }: { form: SettingsForm }) {
  return (
    <div className="set-bar">
      <output>
        <Dot tone="warn" />
        <span>
          {form.disputed
            .map((field) => C.says(PROJECT_SETTINGS_TEXTS.fields[field], sayValue(field, form.theirs)))
            .join(' ')}
        </span>
      </output>
      <Button className="set-bar-button" onClick={form.takeTheirs}>
        {C.theirs}
      </Button>
      <Button className="set-bar-button" variant="primary" onClick={form.keepMine}>
        {C.mine}
      </Button>
    </div>
  );
}
