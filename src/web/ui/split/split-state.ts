export const SPLIT_MIN = 20;
export const SPLIT_MAX = 80;
export const SPLIT_DEFAULT = 50;
const SPLIT_STEP = 5;

export type Side = 'left' | 'right';

export interface SplitState {
  /** The left panel's share in percent, kept while one of them is collapsed. */
  share: number;
  collapsed: Side | undefined;
}

export const SPLIT_START: SplitState = { share: SPLIT_DEFAULT, collapsed: undefined };

const clampShare = (share: number) => Math.min(SPLIT_MAX, Math.max(SPLIT_MIN, share));

/** At most one panel is collapsed: collapsing one expands the other. */
export const collapse = (state: SplitState, side: Side): SplitState => ({ ...state, collapsed: side });
export const expand = (state: SplitState): SplitState => ({ ...state, collapsed: undefined });

/** Dragging or stepping the handle also expands a collapsed panel. */
export const resize = (share: number): SplitState => ({ share: clampShare(share), collapsed: undefined });

export const writeSplit = ({ share, collapsed }: SplitState) => JSON.stringify({ share, collapsed });

/** Stored state, clamped to the limits; the default if it is invalid. */
export function readSplit(text: string | null): SplitState {
  try {
    const kept: unknown = JSON.parse(text ?? '');
    if (typeof kept !== 'object' || kept === null || !('share' in kept)) return SPLIT_START;
    const { share } = kept;
    if (typeof share !== 'number' || !Number.isFinite(share)) return SPLIT_START;
    const collapsed = 'collapsed' in kept ? kept.collapsed : undefined;
    return {
      share: clampShare(share),
      collapsed: collapsed === 'left' || collapsed === 'right' ? collapsed : undefined,
    };
  } catch {
    return SPLIT_START;
  }
}

/** Keyboard of the handle; undefined for other keys. Enter collapses and expands the left panel. */
export function splitAfterKey(state: SplitState, key: string): SplitState | undefined {
  switch (key) {
    case 'ArrowLeft':
      return resize(state.share - SPLIT_STEP);
    case 'ArrowRight':
      return resize(state.share + SPLIT_STEP);
    case 'Home':
      return resize(SPLIT_MIN);
    case 'End':
      return resize(SPLIT_MAX);
    case 'Enter':
      return state.collapsed ? expand(state) : collapse(state, 'left');
    default:
      return undefined;
  }
}
