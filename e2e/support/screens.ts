/** Every screen a guest or a signed-in person can reach, as an address. `:id` is a project with tasks, `:empty` one without. */
export const GUEST_SCREENS = {
  landing: '/',
  pricing: '/pricing',
  privacy: '/privacy',
  terms: '/terms',
  contact: '/contact',
  login: '/login',
  'login-confirmed': '/login?confirmed=1',
  'login-failed': '/login?error=auth_callback_failed',
  signup: '/signup',
  'reset-password': '/reset-password?token=a-token',
  'reset-expired': '/reset-password',
  outbox: '/outbox',
} as const;

export const SIGNED_IN_SCREENS = {
  home: '/home',
  projects: '/projects',
  'projects-filtered': '/projects?q=nothing-like-it',
  tasks: '/projects/:id/tasks',
  'tasks-empty': '/projects/:empty/tasks',
  'tasks-not-found': '/projects/01900000-0000-7000-8000-000000000000/tasks',
  prd: '/projects/:empty/prd',
  profile: '/profile',
  subscription: '/subscription',
} as const;

export const addressOf = (screen: string, projects: { id: string; empty: string }) =>
  screen.replace(':id', projects.id).replace(':empty', projects.empty);
