import { vi } from 'vitest';

/**
 * Runs before each file of the web's tests. The app keeps a page's state in its modules (the session, toasts, the
 * theme): every file starts with a new page, while what was loaded of libraries stays.
 */
vi.resetModules();

// Of a test without a page there is none. The library's own second is short for a machine that is busy elsewhere.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 10_000 });
}
