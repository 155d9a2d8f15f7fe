import { CATEGORIES, type ErrorFilter, FilterBar, LEVELS, STATUSES } from '#web/features/admin-system/index.ts';
import { Select } from '#web/ui/inputs.tsx';
import styles from './admin-errors.module.css';

const FILTERS = [
  { name: 'level', label: 'Error Level', options: LEVELS },
  { name: 'category', label: 'Category', options: CATEGORIES },
  { name: 'status', label: 'Status', options: STATUSES },
] as const;

export interface FiltersProps {
  filter: ErrorFilter;
  onChange: (name: keyof ErrorFilter, value: string) => void;
}

export const Filters = ({ filter, onChange }: FiltersProps) => (
  <FilterBar>
    {FILTERS.map(({ name, label, options }) => (
      <Select
        key={name}
        className={styles.filter}
        aria-label={label}
        value={filter[name]}
        onChange={(event) => onChange(name, event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    ))}
  </FilterBar>
);
