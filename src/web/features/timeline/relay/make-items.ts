import { isShown, type TimelineFilters } from '../filters.ts';
import type { BarsDrawing } from './bars-layout.ts';
import type { RelayItem } from './relay-items.tsx';
import type { RelayDrawing } from './relay-layout.ts';
import { tellBar, tellPill } from './say-relay.ts';
import type { Stretch } from './stretch.ts';

/** Whatever the list hides altogether is dimmed. */
const isHidden = (stretches: readonly Stretch[], filters: TimelineFilters) =>
  !stretches.some(({ entry }) => isShown(entry, filters));

export const itemsOfBars = ({ bars, lanes }: BarsDrawing, filters: TimelineFilters): RelayItem[] =>
  bars.map(({ id, x, y, width, height, lane, isHeld, newest, stretches, ...bar }) => ({
    id,
    x,
    y,
    width,
    height,
    radius: 1.5,
    tone: isHeld ? 'held' : 'done',
    agent: lanes[lane]?.name ?? '',
    told: tellBar(bar),
    entry: newest.entry,
    isDimmed: isHidden(stretches, filters),
  }));

/** In the order of time, which is that of the arrow keys. */
export const itemsOfPills = ({ pills }: RelayDrawing, filters: TimelineFilters, now: number): RelayItem[] =>
  pills
    .flatMap(({ id, x, y, width, height, tone, stretches }): RelayItem[] => {
      const last = stretches.at(-1);
      if (last === undefined) return [];
      return [
        {
          id,
          x,
          y,
          width,
          height,
          tone,
          radius: height / 2,
          agent: last.agent,
          told: tellPill(stretches, now),
          entry: last.entry,
          isDimmed: isHidden(stretches, filters),
        },
      ];
    })
    .toSorted((a, b) => a.x - b.x);
