import { ListFilter } from 'lucide-react';
import { useRef } from 'react';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import type { useProjectFilter } from './use-project-filter.ts';
import styles from './project-filter.module.css';

const STATUSES = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'archived', label: 'Archived' },
] as const;

export function ProjectFilter({ filter }: { filter: ReturnType<typeof useProjectFilter> }) {
  const box = useRef<HTMLInputElement>(null);
  useShortcut({ keys: '/', label: 'Filter projects', icon: ListFilter, run: () => box.current?.focus() });
  return (
    <div className={styles.tools}>
      <SearchBox
        ref={box}
        className={styles.search}
        label="Filter projects"
        placeholder="Filter projects…"
        shortcut="/"
        value={filter.q}
        onChange={filter.setQ}
      />
      <SegmentedControl
        label="Status"
        options={STATUSES}
        value={filter.status}
        onChange={filter.setStatus}
        full="below-720"
      />
    </div>
  );
}
