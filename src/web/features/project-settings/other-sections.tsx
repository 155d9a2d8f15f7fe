import { ADDRESS_MAX } from '#contract/constants.ts';
import { PROJECT_SETTINGS_TEXTS as T } from '#contract/project-settings-texts.ts';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { TextInput, UnitInput } from '#web/ui/inputs.tsx';
import { Section } from './section.tsx';
import { SettingRow } from './setting-row.tsx';
import type { SettingsForm } from './use-settings-form.ts';

export function LeaseSection({ form }: { form: SettingsForm }) {
  const locked = useLockedProps();
  return (
    <Section id="lease">
      <SettingRow label={T.lease.label} help={T.lease.help} problem={form.problemOf('lease_minutes')}>
        {(link) => (
          <UnitInput
            {...link}
            className="set-number"
            unit={T.done.minutes}
            value={form.draft.lease_minutes}
            changed={form.changed.includes('lease_minutes')}
            disabled={locked.disabled}
            onChange={(event) => form.set('lease_minutes', event.target.value)}
          />
        )}
      </SettingRow>
    </Section>
  );
}

export function RepositorySection({ form }: { form: SettingsForm }) {
  const locked = useLockedProps();
  return (
    <Section id="repository">
      <SettingRow label={T.repository.label} help={T.repository.help} problem={form.problemOf('repository_url')} wide>
        {(link) => (
          <TextInput
            {...link}
            type="url"
            mono
            changed={form.changed.includes('repository_url')}
            maxLength={ADDRESS_MAX}
            placeholder={T.repository.placeholder}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="none"
            value={form.draft.repository_url}
            disabled={locked.disabled}
            onChange={(event) => form.set('repository_url', event.target.value)}
          />
        )}
      </SettingRow>
    </Section>
  );
}
