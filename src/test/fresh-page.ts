import { vi } from 'vitest';

/**
 * Runs before each file of the web's tests. The app keeps a page's state in its modules (the session, toasts, the
 * theme): every file starts with a new page, while what was loaded of libraries stays.
 */
vi.resetModules();
