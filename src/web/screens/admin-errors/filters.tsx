import { CATEGORIES, type ErrorFilter, LEVELS, STATUSES } from '#web/features/admin-system/index.ts';
import { Select } from '#web/ui/inputs.tsx';

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
  <div className="adm-filters">
    {FILTERS.map(({ name, label, options }) => (
      <Select
        key={name}
        className="adm-filter"
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
  </div>
);
