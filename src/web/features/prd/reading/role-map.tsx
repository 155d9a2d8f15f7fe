import { useMemo, useSyncExternalStore } from 'react';
import type { PrdRole, RoleCounts } from '#contract/requirement.ts';
import type { ShownReading } from '../document/shown-reading.ts';
import type { Place } from './place-store.ts';
import { ROLE_COLOURS, RoleShares } from './role-shares.tsx';
import styles from './role-shares.module.css';

/** Shorter documents need no minimap. */
const LONG_DOCUMENT = 300;
const PIECES = 240;

interface RoleMapProps {
  reading: ShownReading;
  /** Undefined until the text has been read. */
  counts: RoleCounts | undefined;
  place: Place;
  onJump: (line: number) => void;
}

/** Stacked bar of the roles; for a long document a minimap with a slider to jump by. */
export function RoleMap({ reading, counts, place, onJump }: RoleMapProps) {
  const isLong = counts !== undefined && counts.total > LONG_DOCUMENT;
  const pieces = useMemo(() => (isLong ? mapPieces(reading) : []), [isLong, reading]);
  if (!isLong) return <RoleShares counts={counts} />;
  return (
    <span className={styles.map}>
      <span className={styles.shares} aria-hidden="true">
        {pieces.map(({ from, size, role }) => (
          <i key={from} className={role && ROLE_COLOURS[role]} style={{ flexGrow: size }} />
        ))}
      </span>
      <PlaceSlider place={place} lines={reading.lines.length} onJump={onJump} />
    </span>
  );
}

function PlaceSlider({ place, lines, onJump }: { place: Place; lines: number; onJump: (line: number) => void }) {
  const top = Math.min(useSyncExternalStore(place.subscribe, place.get), lines);
  return (
    <input
      type="range"
      className={styles.slider}
      min={1}
      max={lines}
      value={top}
      aria-label="Place in the document"
      aria-valuetext={`Line ${top} of ${lines}`}
      onChange={(event) => onJump(Number(event.target.value))}
    />
  );
}

interface Piece {
  from: number;
  size: number;
  role: PrdRole | undefined;
}

/** Equal buckets of lines, each with its most frequent role; a single unsure line wins, so that it is visible. */
export function mapPieces({ lines, blocks }: ShownReading): Piece[] {
  const many = Math.min(PIECES, lines.length);
  const counts = Array.from({ length: many }, () => new Map<PrdRole, number>());
  for (const { start_line, end_line, role } of blocks) {
    if (role === undefined) continue;
    for (let line = start_line; line <= end_line; line += 1) {
      const piece = counts[Math.floor(((line - 1) / lines.length) * many)];
      piece?.set(role, (piece.get(role) ?? 0) + 1);
    }
  }
  const pieces: Piece[] = [];
  for (const [from, count] of counts.entries()) {
    const most = [...count].toSorted(([, a], [, b]) => b - a)[0]?.[0];
    const role = count.has('unsure') ? 'unsure' : most;
    const last = pieces.at(-1);
    if (last && (role === undefined || last.role === role)) last.size += 1;
    else pieces.push({ from, size: 1, role });
  }
  return pieces;
}
