import { ChartLine, Table2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import drawing from './chart-drawing.module.css';
import { useWidth } from './use-width.ts';

export interface ChartCanvasProps {
  /** The chart in one sentence. */
  label: string;
  height: number;
  /** The width to draw for until the box is measured. */
  unmeasured: number;
  draw: (width: number) => ReactNode;
}

/** A drawing as wide as its box, at one unit per pixel: lines stay sharp and text keeps its size. */
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

/** The lines that values are read from, each with its number at the edge. */
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

/** Names the ends and the middle of what a chart runs over. */
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
