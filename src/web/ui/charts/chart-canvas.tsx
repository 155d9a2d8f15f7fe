import { ChartLine, Table2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import drawing from './chart-drawing.module.css';
import { useWidth } from './use-width.ts';

export interface ChartCanvasProps {
  /** Text alternative of the chart. */
  label: string;
  height: number;
  /** Width to draw for until the element is measured. */
  unmeasured: number;
  draw: (width: number) => ReactNode;
}

/** Drawn at one unit per pixel for the measured width, so that lines stay sharp and text is not scaled. */
export function ChartCanvas({ label, height, unmeasured, draw }: ChartCanvasProps) {
  const [box, width = unmeasured] = useWidth<HTMLDivElement>();
  return (
    <div ref={box} className={drawing.box}>
      <svg
        className={drawing.chart}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={label}
      >
        {draw(width)}
      </svg>
    </div>
  );
}

export interface GridProps {
  ticks: readonly { y: number; label: string | number }[];
  left: number;
  right: number;
}

/** Grid lines with their values. */
export function Grid({ ticks, left, right }: GridProps) {
  return ticks.map(({ y, label }) => (
    <g key={y}>
      <path className={drawing.axis} d={`M${left} ${y}H${right}`} />
      <text x={0} y={y + 3.5}>
        {label}
      </text>
    </g>
  ));
}

/** Labels for the ends and the middle of the time axis. */
export function SpanNames({
  left,
  right,
  y,
  names,
}: {
  left: number;
  right: number;
  y: number;
  names: readonly [string, string, string];
}) {
  const [first, middle, last] = names;
  return (
    <>
      <text x={left} y={y}>
        {first}
      </text>
      <text x={(left + right) / 2} y={y} textAnchor="middle">
        {middle}
      </text>
      <text x={right} y={y} textAnchor="end">
        {last}
      </text>
    </>
  );
}

export function AsTableButton({ asTable, onChange }: { asTable: boolean; onChange: (asTable: boolean) => void }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={asTable ? <ChartLine /> : <Table2 />}
      aria-pressed={asTable}
      onClick={() => onChange(!asTable)}
    >
      View as table
    </Button>
  );
}
