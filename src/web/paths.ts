/** Every address of the web app, the only place where one is written. */
export const paths = {
  landing: '/',
  pricing: '/pricing',
  animationPreview: '/animation-preview',
  privacy: '/privacy',
  terms: '/terms',
  contact: '/contact',
  login: '/login',
  /** The second step of a sign-in; Google and mailed links lead here as well. */
  loginTwoFactor: '/login/two-factor',
  signup: '/signup',
  authCallback: '/auth/callback',
  resetPassword: '/reset-password',
  /** The target of both links of a change of the email address. */
  confirmEmail: '/confirm-email',
  home: '/home',
  projects: '/projects',
  newProject: '/projects?new=1',
  /** Opens the choice of which projects stay active, where the plan allows fewer than there are. */
  keepProjects: '/projects?keep=1',
  project: (projectId: string) => `/projects/${encodeURIComponent(projectId)}`,
  prd: (projectId: string) => `/projects/${encodeURIComponent(projectId)}/prd`,
  /** The PRD with the role of every line, scrolled to a line if one is given. */
  readPrd: (projectId: string, line?: number) =>
    `/projects/${encodeURIComponent(projectId)}/prd?view=read${line === undefined ? '' : `#L${line}`}`,
  /** The PRD with a version of it compared with the one before. */
  prdVersion: (projectId: string, version: number) =>
    `/projects/${encodeURIComponent(projectId)}/prd?version=${version}`,
  tasks: (projectId: string) => `/projects/${encodeURIComponent(projectId)}/tasks`,
  /** What happened in a project, newest first; of one kind, if one is given. */
  timeline: (projectId: string, kind?: string) =>
    `/projects/${encodeURIComponent(projectId)}/timeline${kind === undefined ? '' : `?kind=${kind}`}`,
  projectSettings: (projectId: string) => `/projects/${encodeURIComponent(projectId)}/settings`,
  /** By id or by number ("T12"). */
  task: (projectId: string, task: string) =>
    `/projects/${encodeURIComponent(projectId)}/tasks?task=${encodeURIComponent(task)}`,
  /** The same with the focus in the answer to its question. */
  answer: (projectId: string, task: string) =>
    `/projects/${encodeURIComponent(projectId)}/tasks?task=${encodeURIComponent(task)}&answer=1`,
  profile: '/profile',
  apiKeys: '/api-keys',
  /** The page preset to this project. */
  connectAgent: (projectId: string) => `/api-keys?project=${encodeURIComponent(projectId)}`,
  subscription: '/subscription',
  /** The same screen with the checkout opened. */
  checkout: '/subscription?upgrade=1',
  subscriptionSuccess: '/subscription/success',
  admin: '/admin',
  adminUsers: '/admin/users',
  adminUser: (userId: string) => `/admin/users/${encodeURIComponent(userId)}`,
  adminSettings: '/admin/settings',
  adminErrors: '/admin/errors',
  /** The list with this error opened. */
  adminError: (errorId: string) => `/admin/errors?error=${encodeURIComponent(errorId)}`,
  adminLogs: '/admin/logs',
  adminDatabase: '/admin/database',
  adminMaintenance: '/admin/maintenance',
  adminSafety: '/admin/safety',
  /** Pages of the server's, outside the router: a link to them loads the document. */
  docs: '/docs',
  outbox: '/outbox',
  /** Shown once, to the first administrator. */
  setUp: '/setup',
  /** The target of the link in the test mail. */
  setUpMail: '/setup/mail',
} as const;
