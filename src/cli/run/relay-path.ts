/** Of the runs of a project and what comes next, of the whole plan or of what `--only` names. */
export const relayPath = (project: string, only?: string): string =>
  `/api/projects/${project}/relay${only === undefined ? '' : `?only=${encodeURIComponent(only)}`}`;
