import { useState } from 'react';
import {
  type AuthError,
  type AuthField,
  clearAuthError,
  readAuthError,
  storeAuthError,
} from '#web/lib/session/auth-error.ts';

export type AuthErrors = Partial<Record<AuthField, string>>;

/** Errors of a sign-in page by field, also stored, so that they survive a redirect. */
export function useAuthErrors(screen: AuthError['screen']) {
  const [errors, setErrors] = useState<AuthErrors>(() => {
    const stored = readAuthError(screen);
    return stored ? { [stored.field]: stored.text } : {};
  });
  return {
    errors,
    clear: () => {
      clearAuthError();
      setErrors({});
    },
    fail: (field: AuthField, text: string) => {
      storeAuthError({ screen, field, text });
      setErrors({ [field]: text });
    },
    /** For validation errors of the form, which are not stored. */
    show: setErrors,
  };
}
