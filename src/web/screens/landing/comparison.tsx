import { comparison } from './texts.ts';
import { PageSection } from '#web/features/public-frame/index.ts';
import styles from './comparison.module.css';

export function Comparison() {
  return (
    <PageSection title={comparison.title}>
      <table className={styles.table}>
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
    </PageSection>
  );
}
