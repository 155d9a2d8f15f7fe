import { vi } from 'vitest';
import { PATIENT } from './patience.ts';

/**
 * Runs before each file of the web's tests. The app keeps a page's state in its modules (the session, toasts, the
 * theme): every file starts with a new page, while what was loaded of libraries stays.
 */
vi.resetModules();

// Of a test without a page there is none. The library waits one second by default, too short on a busy machine.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: PATIENT.timeout });
}
