import './charts.css';
import { type ReactNode, useId, useState } from 'react';
import { AsTableButton } from './chart-canvas.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '../cx.ts';

export interface ChartRow {
  name: string;
  values: readonly string[];
}

export interface ChartCardProps {
  title: string;
  /** Totals at the end of the title's line. */
  aside?: ReactNode;
  /** Said in place of the chart when there is nothing to draw. */
  empty?: string | undefined;
  /** The same numbers as a table: the first column names the rows. */
  columns: readonly string[];
  rows: readonly ChartRow[];
  children: ReactNode;
}

/** A card around a chart that can also be read as a table. */
export function ChartCard({ title, aside, empty, columns, rows, children }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <section className="card chart-card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <span className={cx('chart-aside', typography.tabular)}>{aside}</span>
        {empty === undefined && <AsTableButton asTable={asTable} onChange={setAsTable} />}
      </header>
      {empty === undefined ? (
        asTable ? (
          <ChartTable label={title} columns={columns} rows={rows} />
        ) : (
          children
        )
      ) : (
        <p className={cx('chart-empty', typography.tertiary)}>{empty}</p>
      )}
    </section>
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
    // A box that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={cx(layout.scroll, 'chart-rows')} aria-label={`${label}, as a table`} tabIndex={0}>
      <table className="table chart-table">
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {numbers.map((name) => (
              <th key={name} scope="col" className="r">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value, i) => (
                <td key={numbers[i]} className="r">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
