/** Every address of the web app. Screens link with these and nowhere else. */
export const paths = {
  landing: '/',
  pricing: '/pricing',
  animationPreview: '/animation-preview',
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
  /** Which projects stay active, where the plan has room for fewer than there are. */
  keepProjects: '/projects?keep=1',
  project: (projectId: string) => `/projects/${encodeURIComponent(projectId)}`,
  prd: (projectId: string) => `/projects/${encodeURIComponent(projectId)}/prd`,
  /** The PRD with the role of every line, at a line of it where one is named. */
  readPrd: (projectId: string, line?: number) =>
    `/projects/${encodeURIComponent(projectId)}/prd?view=read${line === undefined ? '' : `#L${line}`}`,
  tasks: (projectId: string) => `/projects/${encodeURIComponent(projectId)}/tasks`,
  projectSettings: (projectId: string) => `/projects/${encodeURIComponent(projectId)}/settings`,
  /** By id or by number ("T12"). */
  task: (projectId: string, task: string) =>
    `/projects/${encodeURIComponent(projectId)}/tasks?task=${encodeURIComponent(task)}`,
  profile: '/profile',
  apiKeys: '/api-keys',
  /** Set up for this project. */
  connectAgent: (projectId: string) => `/api-keys?project=${encodeURIComponent(projectId)}`,
  subscription: '/subscription',
  /** The same screen, about to subscribe. */
  checkout: '/subscription?upgrade=1',
  subscriptionSuccess: '/subscription/success',
  admin: '/admin',
  adminUsers: '/admin/users',
  adminUser: (userId: string) => `/admin/users/${encodeURIComponent(userId)}`,
  adminSettings: '/admin/settings',
  adminErrors: '/admin/errors',
  /** The list with this one open. */
  adminError: (errorId: string) => `/admin/errors?error=${encodeURIComponent(errorId)}`,
  adminLogs: '/admin/logs',
  adminDatabase: '/admin/database',
  adminMaintenance: '/admin/maintenance',
  outbox: '/outbox',
  /** Asked once of the first administrator. */
  setUp: '/setup',
  /** Where the link of the test mail leads. */
  setUpMail: '/setup/mail',
} as const;
