const GUIDE = '/docs/on-the-internet';

/** Where findings lead: pages of the console, of the app, and sections of the documentation. */
export const LINKS = {
  apiKeys: { label: 'API keys', to: '/api-keys' },
  documentedData: { label: 'What to keep, and how', to: `${GUIDE}#the-data` },
  documentedFirewall: { label: 'The firewall', to: `${GUIDE}#the-firewall` },
  documentedMail: { label: 'Set up mail', to: '/docs/operations#mail' },
  documentedProxy: { label: 'Set up a proxy', to: `${GUIDE}#the-proxy` },
  documentedSwitches: { label: 'Switches that are not for the internet', to: `${GUIDE}#switches-that-are-not-for-it` },
  documentedTrust: { label: 'Which proxies to trust', to: `${GUIDE}#baton_trusted_proxies` },
  maintenance: { label: 'Download a backup', to: '/admin/maintenance' },
  profile: { label: 'Your account', to: '/profile' },
  settings: { label: 'Settings', to: '/admin/settings' },
  users: { label: 'All users', to: '/admin/users' },
} as const;
