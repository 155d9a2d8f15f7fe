import { comparison } from './texts.ts';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

export function Comparison() {
  return (
    <section className={cx(layout.page, 'sect')}>
      <h2>{comparison.title}</h2>
      <table className="ctab">
        <thead>
          <tr>
            <td />
            <th scope="col">Built-in todos</th>
            <th scope="col">Baton</th>
          </tr>
        </thead>
        <tbody>
          {comparison.rows.map(({ what, todos, baton }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{todos}</td>
              <td>{baton}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
