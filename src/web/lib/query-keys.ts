/** Names of what the query cache holds: features read and write under them, live.ts patches them. */
export const queryKeys = {
  me: ['me'],
  sessions: ['sessions'],
  instance: ['instance'],
  setupStatus: ['setup-status'],
  outbox: ['outbox'],
  subscription: ['subscription'],
  projects: ['projects'],
  project: (projectId: string) => ['project', projectId],
  tasks: (projectId: string) => ['project', projectId, 'tasks'],
  taskLists: (projectId: string) => ['project', projectId, 'task-lists'],
} as const;
