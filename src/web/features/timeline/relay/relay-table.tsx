import { TIMELINE_TEXTS } from '#contract/timeline-texts.ts';
import { NumberCell, NumberHead, Table } from '#web/ui/table.tsx';
import { formatMoment, sayTime } from '../times.ts';
import styles from './relay-table.module.css';
import { nameTask, sayEnd } from './say-relay.ts';
import type { Stretch } from './stretch.ts';

const T = TIMELINE_TEXTS.relay;
const ROWS_MAX = 200;
const [AGENT, TASK, FROM, TO, TIME, END] = T.columns;

/** The same as a table, newest first. */
export function RelayTable({ stretches, now }: { stretches: readonly Stretch[]; now: number }) {
  const rows = stretches.toReversed().slice(0, ROWS_MAX);
  return (
    <>
      <Table label={`${T.title}, as a table`} className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{AGENT}</th>
            <th scope="col">{TASK}</th>
            <th scope="col">{FROM}</th>
            <th scope="col">{TO}</th>
            <NumberHead>{TIME}</NumberHead>
            <th scope="col">{END}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((stretch) => (
            <tr key={stretch.entry.id}>
              <th scope="row">{stretch.agent}</th>
              <td>{nameTask(stretch)}</td>
              <td>{formatMoment(stretch.from, now)}</td>
              <td>{stretch.tone === 'held' ? 'now' : formatMoment(stretch.to, now)}</td>
              <NumberCell>{sayTime(stretch.to - stretch.from)}</NumberCell>
              <td>{sayEnd(stretch)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {stretches.length > rows.length && <p className={styles.cut}>{T.cut(rows.length, stretches.length)}</p>}
    </>
  );
}
