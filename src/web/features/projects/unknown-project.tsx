import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { PROJECT_TEXTS as T } from '#contract/project-texts.ts';
import { isUnshared } from '#web/lib/live/shared-projects.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { paths } from '#web/paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { toast } from '#web/ui/toast.ts';

/** The server does not tell apart a missing project, somebody else's and an invalid id. */
export const isUnknownProject = (error: unknown) =>
  error instanceof ApiError && (error.errorType === 'NOT_FOUND' || error.errorType === 'VALIDATION_ERROR');

/** Redirects to the list with a toast; without an error the project was deleted, or left, while it was open. */
export function UnknownProject({ error, after = 0 }: { error: Error | null; after?: number }) {
  const navigate = useNavigate();
  const unknown = error === null || isUnknownProject(error);
  const title = unknown ? T.notFound : T.error;
  const { projectId = '' } = useParams();
  const wasLeft = isUnshared(useQueryClient(), projectId);
  const text = wasLeft ? T.noLongerYours : unknown ? T.notFoundText : messageOf(error, T.notFoundText);
  const silent = isShownElsewhere(error);
  useEffect(() => {
    if (silent) return undefined;
    const timer = setTimeout(() => {
      toast({ title, description: text, variant: 'destructive' });
      void navigate(paths.projects, { replace: true });
    }, after);
    return () => clearTimeout(timer);
  }, [silent, title, text, after, navigate]);
  return after > 0 && !silent ? <EmptyState icon={TriangleAlert} heading="h1" title={title} hint={text} /> : null;
}
