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

/** One panel at most is collapsed: collapsing the other gives this one its room back. */
export const collapse = (state: SplitState, side: Side): SplitState => ({ ...state, collapsed: side });
export const expand = (state: SplitState): SplitState => ({ ...state, collapsed: undefined });

/** Dragging or stepping the handle also opens what is collapsed. */
export const resize = (share: number): SplitState => ({ share: clampShare(share), collapsed: undefined });

export const writeSplit = ({ share, collapsed }: SplitState) => JSON.stringify({ share, collapsed });

/** What was kept, held to the limits; anything else is the start. */
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

/** What a key on the handle does; undefined leaves it to others. Enter collapses the left panel, and opens it again. */
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
