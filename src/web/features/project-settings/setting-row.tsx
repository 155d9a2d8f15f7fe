import { type ReactNode, useId } from 'react';
import { cx } from '#web/ui/cx.ts';
import { FieldError } from '#web/ui/field.tsx';

export interface ControlLink {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface SettingRowProps {
  label: string;
  help?: ReactNode;
  problem?: string | undefined;
  /** The control goes under its label at every width. */
  wide?: boolean | undefined;
  children: (link: ControlLink) => ReactNode;
}

/** Label and help on the left, the control on the right; under each other where there is no room. */
export function SettingRow({ label, help, problem, wide, children }: SettingRowProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={cx('set-row', wide && 'wide')}>
      <div>
        <label htmlFor={id}>{label}</label>
        {help !== undefined && <p id={problem === undefined ? noteId : undefined}>{help}</p>}
      </div>
      {children({
        id,
        'aria-describedby': problem !== undefined || help !== undefined ? noteId : undefined,
        'aria-invalid': problem === undefined ? undefined : true,
      })}
      {problem !== undefined && (
        <FieldError id={noteId} className="set-problem">
          {problem}
        </FieldError>
      )}
    </div>
  );
}
