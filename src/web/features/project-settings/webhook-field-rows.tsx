import { useId } from 'react';
import { ADDRESS_MAX } from '#contract/constants.ts';
import { NOTIFICATION_TEXTS } from '#contract/notification-texts.ts';
import type { NotificationKind, WebhookFormat } from '#contract/notifications.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { SegmentedRadios } from '#web/ui/segmented-radios.tsx';
import { SwitchButton } from '#web/ui/switch.tsx';
import { WithCode } from '#web/ui/with-code.tsx';
import { SettingRow } from './setting-row.tsx';
import type { WebhookForm } from './use-webhook-form.ts';
import settingRow from './setting-row.module.css';
import styles from './webhook-section.module.css';

const T = NOTIFICATION_TEXTS.webhook;
const KINDS = Object.keys(NOTIFICATION_TEXTS.kinds) as NotificationKind[];
const FORMATS = (Object.keys(T.formats) as WebhookFormat[]).map((value) => ({
  value,
  label: T.formats[value],
  icon: null,
}));

interface WebhookFieldRowsProps {
  form: WebhookForm;
  allowsPrivate: boolean;
  isLocked: boolean;
}

export function WebhookFieldRows({ form, allowsPrivate, isLocked }: WebhookFieldRowsProps) {
  const { fields, problem, set, toggle } = form;
  const kindsId = useId();
  return (
    <>
      <SettingRow
        wide
        label={T.address}
        help={allowsPrivate ? T.addressHelpPrivate : T.addressHelp}
        problem={problem?.field === 'address' ? problem.text : undefined}
      >
        {(link) => (
          <TextInput
            {...link}
            type="url"
            mono
            maxLength={ADDRESS_MAX}
            placeholder={T.placeholder}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="none"
            value={fields.address}
            disabled={isLocked}
            onChange={(event) => set({ address: event.target.value })}
          />
        )}
      </SettingRow>
      <div className={settingRow.row}>
        <div>
          <span className={settingRow.label}>{T.format}</span>
          <p className={settingRow.help}>
            <WithCode text={T.formatHelp} />
          </p>
        </div>
        <SegmentedRadios
          label={T.format}
          options={FORMATS}
          value={fields.format}
          buttonProps={{ disabled: isLocked }}
          onChange={(format) => set({ format })}
        />
      </div>
      <div className={settingRow.row} role="group" aria-labelledby={kindsId}>
        <div>
          <span className={settingRow.label} id={kindsId}>
            {T.kinds}
          </span>
          <p className={settingRow.help}>{T.kindsHelp}</p>
        </div>
        <div className={styles.kinds}>
          {KINDS.map((kind) => (
            <Checkbox
              key={kind}
              checked={fields.kinds.includes(kind)}
              disabled={isLocked}
              onChange={(event) => toggle(kind, event.target.checked)}
            >
              {NOTIFICATION_TEXTS.kinds[kind]}
            </Checkbox>
          ))}
        </div>
        {problem?.field === 'kinds' && <FieldError className={settingRow.problem}>{problem.text}</FieldError>}
      </div>
      <SettingRow label={T.enabled} help={T.enabledHelp}>
        {(link) => (
          <SwitchButton
            id={link.id}
            aria-describedby={link['aria-describedby']}
            checked={fields.enabled}
            disabled={isLocked}
            onChange={(enabled) => set({ enabled })}
          />
        )}
      </SettingRow>
    </>
  );
}
