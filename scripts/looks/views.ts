import type { View } from './view.ts';
import { publicViews } from './public-views.ts';

/** Everything a person can see. A view more is a line in one of these files. */
export const VIEWS: readonly View[] = [...publicViews];
