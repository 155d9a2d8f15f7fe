/** Texts shared by the console's pages. */
export const ADMIN_TEXTS = {
  verifying: 'Verifying admin access...',
  administrator: 'Administrator',
  backToApp: 'Back to App',
  signOut: 'Sign Out',
  groups: {
    overview: 'Overview',
    users: 'User Management',
    monitoring: 'System Monitoring',
    configuration: 'System Configuration',
  },
} as const;

export const ADMIN_DASHBOARD_TEXTS = {
  title: 'Dashboard',
  metrics: 'Key Metrics',
  totalUsers: 'Total Users',
  activeUsers: 'Active Users (7d)',
  totalProjects: 'Total Projects',
  projectsToday: 'Projects Today',
} as const;

export const ADMIN_USERS_TEXTS = {
  title: 'All Users',
  filters: { all: 'All Users', active: 'Active', suspended: 'Suspended' },
  columns: ['Email', 'Status', 'Last Active', 'Monthly Tokens', 'Monthly Cost', 'Created'],
  unknownCost: 'Unknown',
  viewDetails: 'View Details',
  none: 'No users found matching your criteria.',
  fetchFailed: (status: number) => `Failed to fetch users: ${status}`,
  loadFailed: 'Failed to load users',
} as const;

export const ADMIN_USER_TEXTS = {
  back: 'Back to Users',
  stats: {
    total: 'Total Tokens Used',
    monthly: 'Monthly Usage',
    cost: 'Monthly Cost',
    success: 'Success Rate',
    time: 'Avg Response Time',
    projects: 'Active Projects',
  },
  details: 'Details',
  userId: 'User ID',
  email: 'Email',
  created: 'Account Created',
  lastLogin: 'Last Login',
  controls: 'User Controls',
  suspend: 'Suspend',
  activate: 'Activate',
  resetKey: 'Reset API Key',
  turnTwoFactorOff: 'Turn Two-Factor Off',
  activity: 'Recent Activity',
  activityColumns: ['Timestamp', 'Command', 'Status', 'Tokens', 'Project'],
  noActivity: 'No recent activity found.',
  notFound: 'User not found',
  notFoundTitle: 'User Not Found',
  fetchFailed: (status: number) => `Failed to fetch user details: ${status}`,
  loadFailed: 'Failed to load user details',
  statusFailed: (status: number) => `Failed to update user status: ${status}`,
  resetFailed: (status: number) => `Failed to reset API key: ${status}`,
  turnOffFailed: (status: number) => `Failed to turn two-factor authentication off: ${status}`,
} as const;

export const ADMIN_SETTINGS_TEXTS = {
  title: 'Settings',
  never: 'Never',
  fetchFailed: 'Failed to fetch settings',
  loadFailed: 'Failed to load settings',
  saveFailed: 'Failed to save settings',
  errorTitle: 'Error',
  savedTitle: 'Settings Saved',
  saved: 'System settings have been updated successfully.',
  invalidTitle: 'Validation Error',
  invalid: 'Cannot save due to validation errors:',
  unsaved: 'You have unsaved changes',
  reset: 'Reset to Defaults',
  discard: 'Discard Changes',
  discarded: 'Changes discarded',
  save: 'Save Settings',
} as const;

export const ADMIN_ERRORS_TEXTS = {
  title: 'Error Logs',
  empty: 'No errors found matching your criteria.',
  fetchFailed: 'Failed to fetch error logs',
  loadFailed: 'Failed to load error logs',
  exportFailed: 'Failed to export error logs',
  exportCsv: 'Export CSV',
} as const;
