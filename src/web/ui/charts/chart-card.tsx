import { type ReactNode, useId, useState } from 'react';
import { AsTableButton } from './chart-canvas.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '../cx.ts';
import { DenseTable, NumberCell, NumberHead } from '../table.tsx';
import styles from './chart-card.module.css';
import { ChartFrame } from './chart-frame.tsx';

export interface ChartRow {
  name: string;
  values: readonly string[];
}

export interface ChartCardProps {
  title: string;
  /** Totals at the end of the title's row. */
  aside?: ReactNode;
  /** Shown instead of the chart when there is nothing to draw. */
  empty?: string | undefined;
  /** The same numbers as a table; the first column has the row headers. */
  columns: readonly string[];
  rows: readonly ChartRow[];
  children: ReactNode;
}

/** A card whose chart can be switched to a table. */
export function ChartCard({ title, aside, empty, columns, rows, children }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <ChartFrame
      title={title}
      titleId={id}
      aside={aside}
      action={empty === undefined && <AsTableButton asTable={asTable} onChange={setAsTable} />}
      empty={empty}
    >
      {asTable ? <ChartTable label={title} columns={columns} rows={rows} /> : children}
    </ChartFrame>
  );
}

function ChartTable({
  label,
  columns,
  rows,
}: {
  label: string;
  columns: readonly string[];
  rows: readonly ChartRow[];
}) {
  const [first = '', ...numbers] = columns;
  return (
    // A scroll container must be focusable, or it cannot be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={cx(layout.scroll, styles.rows)} aria-label={`${label}, as a table`} tabIndex={0}>
      <DenseTable>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {numbers.map((name) => (
              <NumberHead key={name}>{name}</NumberHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value, i) => (
                <NumberCell key={numbers[i]}>{value}</NumberCell>
              ))}
            </tr>
          ))}
        </tbody>
      </DenseTable>
    </section>
  );
}
