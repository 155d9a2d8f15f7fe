import { PROJECT_DESCRIPTION_MAX, PROJECT_NAME_MAX } from '#contract/constants.ts';
import { PROJECT_SETTINGS_TEXTS as T } from '#contract/project-settings-texts.ts';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Textarea, TextInput } from '#web/ui/inputs.tsx';
import { Section } from './section.tsx';
import { SettingRow } from './setting-row.tsx';
import type { SettingsForm } from './use-settings-form.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './general-section.module.css';
import settingRow from './setting-row.module.css';

export function GeneralSection({ form, projectId }: { form: SettingsForm; projectId: string }) {
  const locked = useLockedProps();
  const { draft, changed, set, problemOf } = form;
  return (
    <Section id="general">
      <SettingRow label={T.fields.name} problem={problemOf('name')}>
        {(link) => (
          <TextInput
            {...link}
            className={styles.name}
            changed={changed.includes('name')}
            maxLength={PROJECT_NAME_MAX}
            autoComplete="off"
            value={draft.name}
            onChange={(event) => set('name', event.target.value)}
            disabled={locked.disabled}
          />
        )}
      </SettingRow>
      <SettingRow label={T.fields.description} help={T.descriptionHelp} problem={problemOf('description')} wide>
        {(link) => (
          <Textarea
            {...link}
            className={styles.description}
            changed={changed.includes('description')}
            rows={2}
            maxLength={PROJECT_DESCRIPTION_MAX}
            value={draft.description}
            onChange={(event) => set('description', event.target.value)}
            disabled={locked.disabled}
          />
        )}
      </SettingRow>
      <div className={settingRow.row}>
        <span className={settingRow.label}>{T.projectId}</span>
        <span className={cx(layout.row, layout.gap4)}>
          <span className={cx(typography.mono, typography.small, typography.secondary, styles.projectId)}>
            {projectId}
          </span>
          <CopyButton value={projectId} label="Copy project ID" />
        </span>
      </div>
    </Section>
  );
}
