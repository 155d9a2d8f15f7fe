import { type SubmitEvent, useState } from 'react';
import type { AdminUserDetail } from '#contract/admin-users.ts';
import { LIMIT_RANGES } from '#contract/settings-rules.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { Block } from './block.tsx';
import { LIMIT_NAMES, overridesOf, problemOf, textsOf, typeLimit, warningsOf } from './limits.ts';
import { ClearDialog, SaveDialog } from './limits-dialogs.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './user-block.module.css';

/** Overrides for this account. An empty field uses the limit of its plan, shown as placeholder; a team has none. */
export function LimitsForm({ user, isTeam }: { user: AdminUserDetail; isTeam: boolean }) {
  const { overrides, tier } = user.limits;
  const [texts, setTexts] = useState(() => textsOf(overrides));
  const [asking, setAsking] = useState<'save' | 'clear'>();
  const sound = LIMIT_NAMES.every((name) => problemOf(texts[name]) === undefined);
  const warnings = warningsOf(texts, tier);
  const dirty = JSON.stringify(overridesOf(texts)) !== JSON.stringify(overridesOf(textsOf(overrides)));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (sound && dirty) setAsking('save');
  };
  return (
    <Block
      title="Limit overrides"
      aside={<span className={cx(typography.small, typography.tertiary)}>{overrides ? 'Set' : 'None'}</span>}
    >
      <p className={cx(typography.small, typography.tertiary)}>
        {isTeam ? 'An empty field means no limit.' : 'Leave a field empty to use the plan’s limit, shown in gray.'}
      </p>
      <form className={styles.form} onSubmit={submit} noValidate>
        {LIMIT_NAMES.map((name) => (
          <Field
            key={name}
            label={LIMIT_RANGES[name].label}
            error={problemOf(texts[name])}
            help={warnings[name] && <span className={styles.warning}>{warnings[name]}</span>}
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              placeholder={tier[name] === null ? 'No limit' : String(tier[name])}
              value={texts[name]}
              onChange={(event) => setTexts(typeLimit(texts, name, event.target.value, tier))}
            />
          </Field>
        ))}
        <div className={cx(layout.row, layout.gap8, styles.wholeLine)}>
          <Button type="submit" disabled={!sound || !dirty}>
            Save
          </Button>
          {overrides && (
            <Button variant="ghost" onClick={() => setAsking('clear')}>
              Clear overrides
            </Button>
          )}
        </div>
      </form>
      {asking === 'save' && <SaveDialog user={user} texts={texts} onClose={() => setAsking(undefined)} />}
      {asking === 'clear' && <ClearDialog user={user} onClose={() => setAsking(undefined)} />}
    </Block>
  );
}
