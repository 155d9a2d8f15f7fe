import type { Page } from '@playwright/test';
import type { PanelName } from '../../e2e/support/phone-panels.ts';
import type { World } from './add-world.ts';

/** Whose session the page has; a guest has none. */
export type Viewer = 'guest' | keyof World['people'];

/** One thing a person can see. Both builds are brought to it in the same way and photographed there. */
export interface View {
  /** Kebab-case: it names the images. */
  name: string;
  as: Viewer;
  at: string | ((world: World) => string);
  /** Before the page goes anywhere: answers to hold or to replace, cookies, storage. */
  prepare?: (page: Page, world: World) => Promise<unknown>;
  /** A text that is in the page once the data have arrived; a phone may hide it. */
  shows?: string | RegExp;
  /** The panel that a phone turns to first. */
  panel?: PanelName;
  /** What is done on the page. Elements are found by role, label and text: class names differ between the builds. */
  open?: (page: Page, world: World) => Promise<unknown>;
  /** Where it can be seen; on both widths unless said otherwise. */
  only?: 'wide' | 'phone';
  /** For what scrolls inside the page: a window of this height shows all of it. */
  height?: number;
  /** Photographed once more in the system's high-contrast colours. */
  highContrast?: true;
}
