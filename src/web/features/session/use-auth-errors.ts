import { useState } from 'react';
import {
  type AuthError,
  type AuthField,
  clearAuthError,
  readAuthError,
  storeAuthError,
} from '#web/lib/session/auth-error.ts';

export type AuthErrors = Partial<Record<AuthField, string>>;

/** What went wrong on a sign-in page, by field. It is stored too, so that it survives a redirect. */
export function useAuthErrors(screen: AuthError['screen']) {
  const [errors, setErrors] = useState<AuthErrors>(() => {
    const stored = readAuthError(screen);
    return stored ? { [stored.field]: stored.text } : {};
  });
  return {
    errors,
    /** A new attempt: nothing has gone wrong yet. */
    clear: () => {
      clearAuthError();
      setErrors({});
    },
    fail: (field: AuthField, text: string) => {
      storeAuthError({ screen, field, text });
      setErrors({ [field]: text });
    },
    /** What the form itself finds wrong concerns nobody after a redirect. */
    show: setErrors,
  };
}
