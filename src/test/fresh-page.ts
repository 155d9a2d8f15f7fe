import { vi } from 'vitest';

/**
 * Setup file of the web's tests. The app keeps state in its modules (session, toasts, theme), so every file starts with
 * fresh modules, while libraries stay loaded.
 */
vi.resetModules();

// Only for tests with a DOM. The library's default timeout of a second is short for a busy machine.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 10_000 });
}
