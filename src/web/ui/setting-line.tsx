import type { ReactNode } from 'react';
import { FieldError } from './field.tsx';
import styles from './setting-line.module.css';

export interface SettingLineProps {
  label: string;
  help: string;
  /** Id of the control. The ids of help and problem are derived from it; without it the control labels itself. */
  id?: string | undefined;
  problem?: string | undefined;
  children: ReactNode;
}

/** Label and help on the left, the control on the right, a problem below both. */
export function SettingLine({ label, help, id, problem, children }: SettingLineProps) {
  return (
    <div className={styles.line}>
      <div>
        {id === undefined ? (
          <b>{label}</b>
        ) : (
          <label className={styles.label} htmlFor={id}>
            {label}
          </label>
        )}
        <p className={styles.help} id={id && `${id}-help`}>
          {help}
        </p>
      </div>
      <div className={styles.control}>{children}</div>
      {problem && (
        <FieldError id={id && `${id}-problem`} end className={styles.problem}>
          {problem}
        </FieldError>
      )}
    </div>
  );
}
