import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { PROJECT_TEXTS as T } from '#contract/texts.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/failure-toast.ts';
import { isShownElsewhere } from '#web/lib/session-failure.ts';
import { paths } from '#web/paths.ts';
import { toast } from '#web/ui/toast.ts';

/** A project id the server does not speak of: not there, someone else's, or not an id at all. */
export const isUnknownProject = (error: unknown) =>
  error instanceof ApiError && (error.errorType === 'NOT_FOUND' || error.errorType === 'VALIDATION_ERROR');

/** Sends on to the list and says why. */
export function UnknownProject({ error }: { error: Error | null }) {
  useEffect(() => {
    if (isShownElsewhere(error)) return;
    const description = error === null || isUnknownProject(error) ? T.notFoundText : messageOf(error, T.notFoundText);
    toast({ title: error === null || isUnknownProject(error) ? T.notFound : T.error, description, variant: 'destructive' });
  }, [error]);
  return <Navigate to={paths.projects} replace />;
}
