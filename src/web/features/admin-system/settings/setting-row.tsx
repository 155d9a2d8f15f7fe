import { type ReactNode, useId } from 'react';
import { SETTING_RANGES } from '#contract/settings-rules.ts';
import { FieldError } from '#web/ui/field.tsx';
import { NumberInput } from './number-input.tsx';
import type { SettingsForm } from './use-settings-form.ts';

export interface SettingRowProps {
  label: string;
  help: string;
  problem?: string | undefined;
  children: (link: { id: string; 'aria-describedby': string; 'aria-invalid': true | undefined }) => ReactNode;
}

/** Name and range at the left, the control at the right, a problem below both. */
export function SettingRow({ label, help, problem, children }: SettingRowProps) {
  const id = useId();
  const link = {
    id,
    'aria-describedby': problem ? `${id}-problem` : `${id}-help`,
    'aria-invalid': problem ? (true as const) : undefined,
  };
  return (
    <div className="setting">
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-help`}>{help}</p>
      </div>
      <div className="ctl">{children(link)}</div>
      {problem && (
        <FieldError id={`${id}-problem`} end className="setting-problem">
          {problem}
        </FieldError>
      )}
    </div>
  );
}

export interface NumberRowProps {
  form: SettingsForm;
  field: keyof typeof SETTING_RANGES;
  /** Whom it is for, after the range. */
  whom?: string | undefined;
}

export function NumberRow({ form, field, whom = '' }: NumberRowProps) {
  const { label, min, max } = SETTING_RANGES[field];
  return (
    <SettingRow
      label={label}
      help={`${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}${whom}`}
      problem={problemAt(form, field)}
    >
      {(link) => (
        <NumberInput
          {...link}
          numeric
          changed={form.changed.includes(field)}
          value={form.draft.settings[field]}
          onValue={(value) => form.set(field, value)}
        />
      )}
    </SettingRow>
  );
}

export const problemAt = (form: SettingsForm, field: string) =>
  form.problems.find((problem) => problem.field === field)?.message;
