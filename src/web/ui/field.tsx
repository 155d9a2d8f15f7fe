import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, use, useId } from 'react';
import layout from '#web/styles/layout.module.css';
import { cx } from './cx.ts';
import { ErrorText } from './error-text.tsx';
import styles from './field.module.css';

interface FieldLink {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

const FieldContext = createContext<FieldLink | undefined>(undefined);

/** Ids and aria attributes for an input inside a Field; empty outside one. */
export const useFieldLink = (): Partial<FieldLink> => use(FieldContext) ?? {};

export interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  /** At the end of the label's row, such as "Forgot password?". */
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** Label above, help below; an error replaces the help. */
export function Field({ label, help, error, aside, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const link: FieldLink = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || help ? noteId : undefined,
  };
  return (
    <div className={cx(styles.field, className)}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {aside && <span className={layout.pushEnd}>{aside}</span>}
      </div>
      <FieldContext value={link}>{children}</FieldContext>
      {error ? (
        <FieldError id={noteId}>{error}</FieldError>
      ) : (
        help && (
          <p className={styles.help} id={noteId}>
            {help}
          </p>
        )
      )}
    </div>
  );
}

export interface FieldErrorProps {
  id?: string | undefined;
  end?: boolean | undefined;
  className?: string | undefined;
  children: string;
}

export function FieldError(props: FieldErrorProps) {
  return <ErrorText {...props} icon={<CircleAlert />} />;
}
