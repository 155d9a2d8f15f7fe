import type { ReactNode } from 'react';
import { MAINTENANCE_MESSAGE_MAX } from '#contract/constants.ts';
import type { SettingsAnswer } from '#contract/admin-settings.ts';
import { useIsTeam } from '#web/lib/net/instance.ts';
import { cx } from '#web/ui/cx.ts';
import { Field } from '#web/ui/field.tsx';
import { Select, Textarea } from '#web/ui/inputs.tsx';
import { modelHelp, SECTIONS, type SectionId } from './sections.ts';
import { usePlanner } from './settings-query.ts';
import { NumberRow, problemAt, SettingRow } from './setting-row.tsx';
import { TierTable } from './tier-table.tsx';
import type { SettingsForm } from './use-settings-form.ts';
import typography from '#web/styles/typography.module.css';
import { SwitchButton } from '#web/ui/switch.tsx';
import { SettingSection } from '#web/ui/setting-section.tsx';
import styles from './settings-sections.module.css';

/** In the order of the index. */
export function SettingsSections({ form, models }: { form: SettingsForm; models: SettingsAnswer['models'] }) {
  return (
    <>
      <Section id="rate-limiting">
        <NumberRow form={form} field="mcpToolCallsPerHour" whom=" for each user" />
        <NumberRow form={form} field="maxRequestsPerMinute" whom=" for each user" />
      </Section>
      <Section id="tier-limits">
        <TierLead />
        <TierTable form={form} />
      </Section>
      <Section id="global-settings">
        <NumberRow form={form} field="maxTasksPerProject" />
        <ModelRow form={form} models={models} />
      </Section>
      <Section id="system-controls">
        <MaintenanceRows form={form} />
      </Section>
    </>
  );
}

/** A team has no tiers: the limits apply again when the instance becomes a service. */
function TierLead() {
  if (useIsTeam())
    return (
      <p className={cx(typography.secondary, styles.lead)}>
        Not in effect: this Baton is for a team. They apply again if it becomes a public service.
      </p>
    );
  return (
    <p className={cx(typography.secondary, styles.lead)}>
      Saving applies these to every user in the tier, except users with an admin override.
    </p>
  );
}

function Section({ id, children }: { id: SectionId; children: ReactNode }) {
  return (
    <SettingSection id={id} title={SECTIONS.find((each) => each.id === id)?.title}>
      {children}
    </SettingSection>
  );
}

function ModelRow({ form, models }: { form: SettingsForm; models: SettingsAnswer['models'] }) {
  const chosen = form.draft.settings.claudeModel;
  const known = models.find(({ name }) => name === chosen);
  const help = modelHelp(known?.label, usePlanner());
  return (
    <SettingRow label="AI model" help={help}>
      {(link) => (
        <Select
          {...link}
          className={styles.model}
          fine
          changed={form.changed.includes('claudeModel')}
          value={chosen}
          onChange={(event) => form.set('claudeModel', event.target.value)}
        >
          {!known && <option value={chosen}>{chosen}</option>}
          {models.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </SettingRow>
  );
}

function MaintenanceRows({ form }: { form: SettingsForm }) {
  const { maintenanceMode, maintenanceMessage } = form.draft.settings;
  return (
    <>
      <SettingRow label="Maintenance mode" help="While it is on, new requests are refused">
        {({ id, 'aria-describedby': help }) => (
          <SwitchButton
            id={id}
            checked={maintenanceMode}
            changed={form.changed.includes('maintenanceMode')}
            aria-describedby={help}
            onChange={(on) => form.set('maintenanceMode', on)}
          />
        )}
      </SettingRow>
      {maintenanceMode && (
        <div className={styles.message}>
          <Field
            label="Maintenance message"
            help="What everyone else sees in the meantime"
            error={problemAt(form, 'maintenanceMessage')}
          >
            <Textarea
              changed={form.changed.includes('maintenanceMessage')}
              maxLength={MAINTENANCE_MESSAGE_MAX}
              value={maintenanceMessage}
              onChange={(event) => form.set('maintenanceMessage', event.target.value)}
            />
          </Field>
        </div>
      )}
    </>
  );
}
