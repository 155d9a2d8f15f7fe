import type { ReactNode } from 'react';
import { benefits } from './texts.ts';
import surface from '#web/styles/surface.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

const LANES = [150, 96, 190, 120, 170];
const CALLS = [10, 16, 8, 22, 14, 30, 26, 40, 34, 48];

export function Benefits() {
  const { title, projects, plans, calls } = benefits;
  return (
    <section className={cx(layout.page, 'sect')}>
      <h2>{title}</h2>
      <div className="benefits">
        <Benefit {...projects}>
          {LANES.map((width, i) => (
            <g key={width} strokeLinecap="round" strokeWidth="6">
              <path d={`M4 ${8 + i * 14}h228`} stroke="var(--track)" />
              <path d={`M4 ${8 + i * 14}h${width}`} stroke="var(--fill)" />
            </g>
          ))}
        </Benefit>
        <Benefit {...plans}>
          <rect x="2" y="6" width="62" height="60" rx="6" fill="none" stroke="var(--faint)" strokeWidth="1.5" />
          <path d="M14 22h30M14 34h38M14 46h24" stroke="var(--control)" strokeWidth="3" strokeLinecap="round" />
          <path
            d="M76 36h22M92 30l6 6-6 6"
            fill="none"
            stroke="var(--faint)"
            strokeWidth="1.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          <path d="M114 14v44M114 34h16M114 58h16" fill="none" stroke="var(--faint)" strokeWidth="1.5" />
          <path d="M114 10h78M142 34h86M142 58h58" stroke="var(--fill)" strokeWidth="6" strokeLinecap="round" />
        </Benefit>
        <Benefit {...calls}>
          <path d="M2 64h236M2 52h236" stroke="var(--line-2)" strokeDasharray="3 3" />
          {CALLS.map((height, i) => (
            <rect
              key={height}
              x={8 + i * 23.5}
              y={64 - height}
              width="10"
              height={height}
              rx="2"
              fill={height > 12 ? 'var(--fill)' : 'var(--faint)'}
            />
          ))}
        </Benefit>
      </div>
    </section>
  );
}

function Benefit({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={cx(surface.card, 'benefit')}>
      <svg viewBox="0 0 240 72" aria-hidden="true">
        {children}
      </svg>
      <h3>{title}</h3>
      <p>{text}</p>
    </div>
  );
}
