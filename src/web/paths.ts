/** Every address of the web app. Screens link with these and nowhere else. */
export const paths = {
  landing: '/',
  pricing: '/pricing',
  privacy: '/privacy',
  terms: '/terms',
  contact: '/contact',
  login: '/login',
  signup: '/signup',
  authCallback: '/auth/callback',
  resetPassword: '/reset-password',
  home: '/home',
  projects: '/projects',
  newProject: '/projects?new=1',
  project: (projectId: string) => `/projects/${encodeURIComponent(projectId)}`,
  prd: (projectId: string) => `/projects/${encodeURIComponent(projectId)}/prd`,
  tasks: (projectId: string) => `/projects/${encodeURIComponent(projectId)}/tasks`,
  /** By id or by number ("T12"). */
  task: (projectId: string, task: string) =>
    `/projects/${encodeURIComponent(projectId)}/tasks?task=${encodeURIComponent(task)}`,
  profile: '/profile',
  apiKeys: '/api-keys',
  /** Set up for this project. */
  connectAgent: (projectId: string) => `/api-keys?project=${encodeURIComponent(projectId)}`,
  subscription: '/subscription',
  subscriptionSuccess: '/subscription/success',
  admin: '/admin',
  outbox: '/outbox',
} as const;
