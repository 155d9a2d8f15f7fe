import { Check, Minus } from 'lucide-react';
import { table } from './texts.ts';
import { PageSection } from '#web/features/public-frame/index.ts';
import styles from './feature-table.module.css';
import typography from '#web/styles/typography.module.css';

export function FeatureTable() {
  return (
    <PageSection title={table.title} headingId="features">
      <table className={styles.table} aria-labelledby="features">
        <thead>
          <tr>
            <th scope="col">Feature</th>
            <th scope="col">Free</th>
            <th scope="col">Pro</th>
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.feature}>
              <th scope="row">{row.feature}</th>
              <td>
                <Value value={row.free} />
              </td>
              <td>
                <Value value={row.pro} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PageSection>
  );
}

function Value({ value }: { value: string | boolean }) {
  if (typeof value === 'string') return value;
  return (
    <>
      {value ? <Check /> : <Minus />}
      <span className={typography.visuallyHidden}>{value ? 'Included' : 'Not included'}</span>
    </>
  );
}
