import { Check, Minus } from 'lucide-react';
import { table } from './texts.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

export function FeatureTable() {
  return (
    <section className={cx(layout.page, 'sect')}>
      <h2 id="features">{table.title}</h2>
      <table className="ftab" aria-labelledby="features">
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
    </section>
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
