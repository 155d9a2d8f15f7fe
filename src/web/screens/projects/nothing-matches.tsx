import { ListFilter } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export function NothingMatches({ count, onShowAll }: { count: number; onShowAll: () => void }) {
  return (
    <EmptyState
      icon={ListFilter}
      title="No projects match"
      hint={count === 1 ? 'One project is hidden by the filter.' : `${count} projects are hidden by the filter.`}
      action={
        <Button variant="ghost" size="sm" onClick={onShowAll}>
          Show all
        </Button>
      }
    />
  );
}
