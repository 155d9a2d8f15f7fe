const INK = 'var(--ink)';
const FAINT = 'var(--faint)';
const EDGE = 'var(--edge)';
const MUTED = 'var(--control)';
const BATON = 'var(--baton)';

export function LockRow() {
  return (
    <>
      {[20, 60, 100, 140, 180, 220].map((x) => (
        <circle key={x} cx={x} cy="36" r="11" fill="none" stroke={x === 100 ? BATON : FAINT} strokeWidth="1.5" />
      ))}
      <path d="M95.5 40.5l9-9" stroke={BATON} strokeWidth="6" strokeLinecap="round" />
    </>
  );
}

export function CheckpointLine() {
  return (
    <>
      <path d="M8 36h224" stroke={EDGE} strokeWidth="1.5" />
      <path d="M8 36h146" stroke={INK} strokeWidth="3" />
      <path d="M8 27v18M57 27v18M106 27v18" stroke={INK} strokeWidth="2" />
      <circle cx="154" cy="36" r="6" fill={BATON} />
      <path d="M190 30v12M232 30v12" stroke={FAINT} strokeWidth="1.5" />
    </>
  );
}

export function NoteStack() {
  return (
    <>
      {[8, 22, 36].map((x, i) => (
        <rect
          key={x}
          x={x}
          y={8 + i * 8}
          width="168"
          height="40"
          rx="6"
          fill="var(--surface)"
          stroke={EDGE}
          strokeWidth="1.5"
        />
      ))}
      <path d="M50 38h70M50 48h104" stroke={MUTED} strokeWidth="3" strokeLinecap="round" />
    </>
  );
}

export function PlanTree() {
  return (
    <>
      <path d="M14 12v48M14 24h18M14 60h18M44 30v12h16" fill="none" stroke={FAINT} strokeWidth="1.5" />
      <path d="M14 12v6a6 6 0 0 0 6 6h12M44 30v6a6 6 0 0 0 6 6h10" fill="none" stroke={BATON} strokeWidth="2" />
      <path d="M18 8h96M44 24h120M44 60h60" stroke={MUTED} strokeWidth="6" strokeLinecap="round" />
      <path d="M72 42h84" stroke={BATON} strokeWidth="6" strokeLinecap="round" />
    </>
  );
}

export function ClientFan() {
  return (
    <>
      <path d="M10 36h86" stroke={INK} strokeWidth="3" />
      {[10, 23, 49, 62, 36].map((y) => {
        const held = y === 36;
        return (
          <g key={y} stroke={held ? BATON : FAINT}>
            <path d={`M96 36C130 36 130 ${y} 164 ${y}h20`} fill="none" strokeWidth={held ? 2.5 : 1.5} />
            <circle cx="190" cy={y} r="4" fill={held ? BATON : 'var(--surface)'} strokeWidth="1.5" />
          </g>
        );
      })}
    </>
  );
}

const ACTIVITY = [8, 14, 26, 18, 6, 4, 12, 30, 40, 26, 16, 8, 5, 20, 34, 44, 30, 22, 12, 26, 36, 24, 40, 48];

export function ActivityBars() {
  return ACTIVITY.map((height, i) => {
    const x = 6 + i * 9.6;
    return (
      <rect
        key={x}
        x={x}
        y={62 - height}
        width="5"
        height={height}
        rx="1.5"
        fill={i >= ACTIVITY.length - 3 ? BATON : EDGE}
      />
    );
  });
}
