const ROWS = 16;
const VIEW = { width: 600, height: 760 };
const BATON = { row: 7, place: 3 };

interface Bar {
  x: number;
  y: number;
  width: number;
  baton: boolean;
}

function bars(): Bar[] {
  return Array.from({ length: ROWS }, (_, row) => {
    const found: Bar[] = [];
    let x = -((row * 53) % 90);
    for (let place = 0; x < VIEW.width + 20; place += 1) {
      const width = 34 + ((row * 37 + place * 61) % 96);
      found.push({ x, y: 34 + row * 48, width, baton: row === BATON.row && place === BATON.place });
      x += width + 12;
    }
    return found;
  }).flat();
}

const BARS = bars();

/** Decoration for the empty half of a page: lanes with one ember bar. */
export function LanesArt({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${VIEW.width} ${VIEW.height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {BARS.map(({ x, y, width, baton }) => (
        <rect
          key={`${x} ${y}`}
          x={x}
          y={y}
          width={width}
          height="18"
          rx="9"
          fill={baton ? 'var(--baton)' : 'var(--track)'}
        />
      ))}
    </svg>
  );
}
