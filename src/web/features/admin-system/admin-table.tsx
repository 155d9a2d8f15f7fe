import type { ReactNode } from 'react';
import { Table } from '#web/ui/table.tsx';
import styles from './admin-table.module.css';

/** Full-bleed table; its first and last column are aligned with the texts of the screen. */
export const AdminTable = ({ label, children }: { label: string; children: ReactNode }) => (
  <Table label={label} line="above" className={styles.table}>
    {children}
  </Table>
);
