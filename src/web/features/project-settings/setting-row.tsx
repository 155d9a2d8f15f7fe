import { type ReactNode, useId } from 'react';
import { cx } from '#web/ui/cx.ts';
import { FieldError } from '#web/ui/field.tsx';
import settingRow from './setting-row.module.css';

export interface ControlLink {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface SettingRowProps {
  label: string;
  help?: ReactNode;
  problem?: string | undefined;
  /** The control is below its label at every width. */
  wide?: boolean | undefined;
  children: (link: ControlLink) => ReactNode;
}

export function SettingRow({ label, help, problem, wide, children }: SettingRowProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={cx(settingRow.row, wide && settingRow.wide)}>
      <div>
        <label className={settingRow.label} htmlFor={id}>
          {label}
        </label>
        {help !== undefined && (
          <p className={settingRow.help} id={problem === undefined ? noteId : undefined}>
            {help}
          </p>
        )}
      </div>
      {children({
        id,
        'aria-describedby': problem !== undefined || help !== undefined ? noteId : undefined,
        'aria-invalid': problem === undefined ? undefined : true,
      })}
      {problem !== undefined && (
        <FieldError id={noteId} className={settingRow.problem}>
          {problem}
        </FieldError>
      )}
    </div>
  );
}
