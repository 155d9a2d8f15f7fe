import { Plus } from 'lucide-react';
import { useSubscription } from '#web/features/subscription/index.ts';

/** The last cell of the grid, with what the plan still allows. */
export function NewTile({ onCreate }: { onCreate: () => void }) {
  const { data } = useSubscription();
  return (
    <button type="button" className="newtile" onClick={onCreate}>
      <span className="plus">
        <Plus />
      </span>
      <b>New Project</b>
      {data && data.limits.max_projects !== null && (
        <span className="small t3">
          {data.usage.projects_count} of {data.limits.max_projects} active projects used
        </span>
      )}
    </button>
  );
}
