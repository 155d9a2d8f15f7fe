import { createBrowserRouter, replace, type RouteObject } from 'react-router';
import {
  askForSession,
  leaveUnknownPage,
  loadInstance,
  requireOutbox,
  requirePlans,
  sendSignedInOn,
} from './loaders.ts';
import { paths } from './paths.ts';
import { Root } from './root.tsx';
import { RouteFailed } from './route-failed.tsx';

const nothing = () => null;

const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteFailed,
    HydrateFallback: nothing,
    children: [
      { path: paths.landing, loader: sendSignedInOn, lazy: () => import('./screens/landing/screen.tsx') },
      { path: paths.pricing, loader: requirePlans, lazy: () => import('./screens/pricing/screen.tsx') },
      { path: paths.animationPreview, lazy: () => import('./screens/animation-preview/screen.tsx') },
      { path: paths.privacy, lazy: () => import('./screens/privacy/screen.tsx') },
      { path: paths.terms, lazy: () => import('./screens/terms/screen.tsx') },
      { path: paths.contact, lazy: () => import('./screens/contact/screen.tsx') },
      { path: paths.login, loader: loadInstance, lazy: () => import('./screens/login/screen.tsx') },
      { path: paths.loginTwoFactor, lazy: () => import('./screens/login-two-factor/screen.tsx') },
      { path: paths.signup, loader: loadInstance, lazy: () => import('./screens/signup/screen.tsx') },
      { path: paths.authCallback, lazy: () => import('./screens/auth-callback/screen.tsx') },
      { path: '/join/:token', lazy: () => import('./screens/join/screen.tsx') },
      { path: paths.resetPassword, lazy: () => import('./screens/reset-password/screen.tsx') },
      { path: paths.outbox, loader: requireOutbox, lazy: () => import('./screens/outbox/screen.tsx') },
      { path: paths.confirmEmail, lazy: () => import('./screens/confirm-email/screen.tsx') },
      { path: paths.setUpMail, lazy: () => import('./screens/setup-mail/screen.tsx') },
      { path: '/project/:projectId', loader: ({ params }) => replace(paths.project(params['projectId'] ?? '')) },
      {
        loader: askForSession,
        lazy: () => import('./signed-in.tsx'),
        children: [
          { path: paths.home, lazy: () => import('./screens/home/screen.tsx') },
          { path: paths.projects, lazy: () => import('./screens/projects/screen.tsx') },
          { path: `${paths.projects}/:projectId`, lazy: () => import('./screens/project-entry/screen.tsx') },
          { path: `${paths.projects}/:projectId/prd`, lazy: () => import('./screens/prd/screen.tsx') },
          { path: `${paths.projects}/:projectId/tasks`, lazy: () => import('./screens/tasks/screen.tsx') },
          { path: `${paths.projects}/:projectId/timeline`, lazy: () => import('./screens/timeline/screen.tsx') },
          {
            path: `${paths.projects}/:projectId/settings`,
            lazy: () => import('./screens/project-settings/screen.tsx'),
          },
          { path: paths.apiKeys, lazy: () => import('./screens/api-keys/screen.tsx') },
          { path: paths.setUp, lazy: () => import('./screens/setup/screen.tsx') },
          { path: paths.profile, lazy: () => import('./screens/profile/screen.tsx') },
          { path: paths.subscription, lazy: () => import('./screens/subscription/screen.tsx') },
          { path: paths.subscriptionSuccess, lazy: () => import('./screens/subscription-success/screen.tsx') },
        ],
      },
      {
        loader: askForSession,
        lazy: () => import('./admin-area.tsx'),
        children: [
          { path: paths.admin, lazy: () => import('./screens/admin-dashboard/screen.tsx') },
          { path: paths.adminUsers, lazy: () => import('./screens/admin-users/screen.tsx') },
          { path: `${paths.adminUsers}/:userId`, lazy: () => import('./screens/admin-user/screen.tsx') },
          { path: paths.adminSettings, lazy: () => import('./screens/admin-settings/screen.tsx') },
          { path: paths.adminErrors, lazy: () => import('./screens/admin-errors/screen.tsx') },
          { path: paths.adminLogs, lazy: () => import('./screens/admin-logs/screen.tsx') },
          { path: paths.adminDatabase, lazy: () => import('./screens/admin-database/screen.tsx') },
          { path: paths.adminSafety, lazy: () => import('./screens/admin-safety/screen.tsx') },
          { path: paths.adminMaintenance, lazy: () => import('./screens/admin-maintenance/screen.tsx') },
        ],
      },
      { path: '*', loader: leaveUnknownPage },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}
