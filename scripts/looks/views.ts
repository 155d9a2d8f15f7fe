import { accountViews } from './account-views.ts';
import { guestViews } from './guest-views.ts';
import { adminViews } from './admin-views.ts';
import { prdViews } from './prd-views.ts';
import { relayViews } from './relay-views.ts';
import { screenViews } from './screen-views.ts';
import { tasksOpenedViews } from './tasks-opened-views.ts';
import { tasksViews } from './tasks-views.ts';
import type { View } from './view.ts';

/** Everything a person can see. A new view is an entry in one of these files. */
export const VIEWS: readonly View[] = [
  ...screenViews,
  ...accountViews,
  ...guestViews,
  ...tasksViews,
  ...tasksOpenedViews,
  ...relayViews,
  ...prdViews,
  ...adminViews,
];
