import { comparison } from './texts.ts';

export function Comparison() {
  return (
    <section className="wrap sect">
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
