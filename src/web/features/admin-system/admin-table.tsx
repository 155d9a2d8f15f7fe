import type { ReactNode } from 'react';
import { Table } from '#web/ui/table.tsx';
import styles from './admin-table.module.css';

/** A table from edge to edge of the panel; its first and last column begin and end where the texts of the screen do. */
export const AdminTable = ({ label, children }: { label: string; children: ReactNode }) => (
  <Table label={label} line="above" className={styles.table}>
    {children}
  </Table>
);
