import { vi } from 'vitest';
import { PATIENT } from './patience.ts';

/**
 * Setup file of the web's tests. The app keeps state in its modules (session, toasts, theme), so every file starts with
 * fresh modules, while libraries stay loaded.
 */
vi.resetModules();

// Of a test without a page there is none. The library waits one second by default, too short on a busy machine.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: PATIENT.timeout });
}
