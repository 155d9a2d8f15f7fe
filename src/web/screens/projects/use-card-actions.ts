import { useEffect, useMemo, useRef } from 'react';
import type { ProjectActions } from '#web/features/projects/index.ts';
import type { useProjectActions } from './use-project-actions.ts';

/** The same functions on every render, so that a memoised card is not rendered for them. */
export function useCardActions(actions: ReturnType<typeof useProjectActions>): ProjectActions {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  return useMemo(
    () => ({
      onEdit: (project) => latest.current.edit(project),
      onArchive: (project) => void latest.current.toggleArchived(project),
      onDelete: (project) => latest.current.askDelete(project),
      onLeave: (project) => latest.current.askLeave(project),
    }),
    [],
  );
}
