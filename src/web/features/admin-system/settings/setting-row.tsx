import { type ReactNode, useId } from 'react';
import { SETTING_RANGES } from '#contract/settings-rules.ts';
import { SettingLine } from '#web/ui/setting-line.tsx';
import { NumberInput } from './number-input.tsx';
import type { SettingsForm } from './use-settings-form.ts';

export interface SettingRowProps {
  label: string;
  help: string;
  problem?: string | undefined;
  children: (link: { id: string; 'aria-describedby': string; 'aria-invalid': true | undefined }) => ReactNode;
}

/** The control is described (aria-describedby) by its help, or by its problem. */
export function SettingRow({ label, help, problem, children }: SettingRowProps) {
  const id = useId();
  const link = {
    id,
    'aria-describedby': problem ? `${id}-problem` : `${id}-help`,
    'aria-invalid': problem ? (true as const) : undefined,
  };
  return (
    <SettingLine id={id} label={label} help={help} problem={problem}>
      {children(link)}
    </SettingLine>
  );
}

export interface NumberRowProps {
  form: SettingsForm;
  field: keyof typeof SETTING_RANGES;
  /** Appended to the range, such as " for each user". */
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
