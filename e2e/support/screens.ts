import type { Told } from '#contract/auth-told.ts';

interface Screen {
  /** `:id` is a project with tasks, `:empty` one without. */
  at: string;
  /** A text that is visible once everything has loaded. */
  shows: string;
  /** The flash message cookie. */
  told?: Told;
}

/** Every screen for guests. */
export const GUEST_SCREENS: Record<string, Screen> = {
  landing: { at: '/', shows: 'Hand it over.' },
  pricing: { at: '/pricing', shows: 'One plan, handed on.' },
  privacy: { at: '/privacy', shows: 'Privacy' },
  terms: { at: '/terms', shows: 'Terms' },
  contact: { at: '/contact', shows: 'Contact' },
  login: { at: '/login', shows: 'Welcome Back' },
  'login-confirmed': { at: '/login?confirmed=1', shows: 'Your email is confirmed.', told: 'confirmed' },
  'login-failed': { at: '/login?error=auth_callback_failed', shows: 'Signing in could not be completed.' },
  'login-two-factor': { at: '/login/two-factor', shows: 'Please Sign In Again' },
  signup: { at: '/signup', shows: 'Already have an account?' },
  'reset-password': { at: '/reset-password?token=a-token', shows: 'Choose a New Password' },
  'confirm-email': { at: '/confirm-email?token=a-token', shows: 'Confirm the Change' },
  'reset-expired': { at: '/reset-password', shows: 'This Link Has Expired' },
  // Not a token: nobody is asked what it is for.
  'join-over': { at: '/join/cut-off', shows: 'This invitation is over' },
  'animation-preview': { at: '/animation-preview', shows: 'This may take a few moments...' },
  outbox: { at: '/outbox', shows: 'Outbox' },
};

/** Every screen for signed-in users. */
export const SIGNED_IN_SCREENS: Record<string, Screen> = {
  home: { at: '/home', shows: 'Changes reach open pages as they happen.' },
  projects: { at: '/projects', shows: 'active projects used' },
  'projects-filtered': { at: '/projects?q=nothing-like-it', shows: 'No projects match' },
  tasks: { at: '/projects/:id/tasks', shows: 'Foundations' },
  'tasks-empty': { at: '/projects/:empty/tasks', shows: 'No tasks yet' },
  'tasks-not-found': { at: '/projects/01900000-0000-7000-8000-000000000000/tasks', shows: 'Project Not Found' },
  timeline: { at: '/projects/:id/timeline', shows: 'Morning report' },
  'timeline-empty': { at: '/projects/:empty/timeline', shows: 'Nothing has happened yet' },
  'project-settings': { at: '/projects/:id/settings', shows: 'Add webhook' },
  'project-people': { at: '/projects/:id/settings#people', shows: 'Invite somebody' },
  prd: { at: '/projects/:empty/prd', shows: '0 characters' },
  'prd-preview': { at: '/projects/:empty/prd?view=preview', shows: 'Markdown preview will appear here' },
  'prd-with-a-plan': { at: '/projects/:id/prd', shows: 'see changes first' },
  'api-keys': { at: '/api-keys', shows: 'Waiting for the first call…' },
  profile: { at: '/profile', shows: 'This session' },
  subscription: { at: '/subscription', shows: 'Task Generations' },
  'subscription-upgrade': { at: '/subscription?upgrade=1', shows: 'Sandbox: no money moves.' },
  'subscription-success': { at: '/subscription/success', shows: 'No payment has arrived yet' },
};

export const addressOf = (address: string, projects: { id: string; empty: string }) =>
  address.replace(':id', projects.id).replace(':empty', projects.empty);
