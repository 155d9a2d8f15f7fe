/**
 * The specification's texts, by screen. Texts that appear only after an action are in the test of that action.
 * `{email}` and `{id}` are the signed-in user's.
 */
export interface SpecifiedScreen {
  at: string;
  as: 'guest' | 'free' | 'pro' | 'admin';
  /**
   * Whether the account has projects: one with two of three tasks done, one archived. For the console: one error and
   * one call.
   */
  filled?: true;
  texts: readonly string[];
  /** Accessible names of controls, visible as text or tooltip. */
  controls?: readonly string[];
  /** Accessible names of fields. */
  fields?: readonly string[];
  /** A refused request on the way there, as "404 GET /api/…". */
  refusal?: string;
}

export const SPECIFIED: readonly SpecifiedScreen[] = [
  {
    at: '/',
    as: 'guest',
    texts: ['Setup in 2 minutes', 'Privacy', 'Terms', 'Contact', 'How it works', 'Built-in todos'],
    controls: ['Sign In', 'Start Free', 'View Pricing'],
  },
  {
    at: '/pricing',
    as: 'guest',
    texts: [
      'Free',
      'Pro',
      '$0',
      'Forever Free',
      '$5',
      '/month',
      '$10/month',
      'Save 50% - Early Adopter Pricing',
      '1 active project',
      '1 PRD upload per month',
      '1 task list generation',
      'Basic MCP tool access',
      'Standard rate limits',
      'Community support',
      '5 active projects',
      '5 PRD uploads per month',
      '10 task list generations',
      'Full MCP tool access',
      '5x higher rate limits',
      'Priority support',
      'Early access',
      'Advanced analytics',
      '14-day money-back guarantee',
      'first 1,000 subscribers keep $5',
      'Monthly limits reset on the 1st',
    ],
    controls: ['Get Started Free', 'Upgrade to Pro', 'Start Free Trial', 'View Demo'],
  },
  {
    at: '/login',
    as: 'guest',
    texts: ['Welcome Back', 'Remember me', 'Forgot password?', 'Email', 'Password'],
    controls: ['Sign In', 'Show password', 'Create Account'],
  },
  {
    at: '/signup',
    as: 'guest',
    texts: ['Create Account', 'Terms of Service', 'Privacy Policy', 'Email', 'Password'],
    controls: ['Create Account', 'Show password', 'Sign In'],
  },
  {
    at: '/projects',
    as: 'free',
    texts: ['Welcome to Baton!', 'Ada Lovelace'],
    controls: ['Create Your First Project', 'New Project', 'Upgrade'],
  },
  {
    at: '/projects',
    as: 'free',
    filled: true,
    texts: [
      'active',
      'archived',
      'No description provided',
      '1 of 3 tasks completed',
      '0 of 0 tasks completed',
      'Created',
      'Last accessed',
      'Just now',
    ],
    controls: ['Open Project', 'Copy project ID'],
  },
  {
    at: '/home',
    as: 'free',
    texts: [
      'Welcome to Baton',
      'User Information',
      'Your Projects',
      'Setup Status',
      'Ada Lovelace',
      '{id}',
      'connected',
      'active',
      'ready',
    ],
    controls: ['New Project'],
  },
  {
    at: '/api-keys',
    as: 'free',
    filled: true,
    texts: [
      'API Keys',
      'No API Key Found',
      'Connect an agent',
      'Claude Code',
      'Cursor',
      'VS Code',
      'Codex',
      'Windsurf',
      'Gemini CLI',
      'Sign in',
      'API key',
      'Waiting for the first call…',
      'Keep your credentials secure. Only share your API key with trusted agents.',
    ],
    controls: ['Generate', 'Copy code', 'Copy project ID'],
  },
  {
    at: '/profile',
    as: 'free',
    texts: [
      'Personal Information',
      'Security',
      'Account Details',
      'User ID',
      'Created',
      'Last Sign In',
      'Display Name',
      '{email}',
      '{id}',
      'Free',
      'Active Sessions',
      'Billing',
    ],
    controls: [
      'View Subscription',
      'Send Password Reset Email',
      'Change Password',
      'Export My Data',
      'Delete My Account',
    ],
  },
  {
    at: '/subscription',
    as: 'free',
    texts: [
      'Current Plan',
      'Forever Free',
      'PRD Uploads',
      'Task Generations',
      'Active Projects',
      'MCP Tool Rate Limit',
      'Standard',
      'Get 5 projects, 5 PRD uploads, 10 task generations, and 5x faster MCP tools. Limited offer: $5/month (regular $10)',
      'limits reset on the 1st of each month',
      'Pro gets 5x higher hourly MCP limits',
    ],
    controls: ['Upgrade to Pro - $5/month', 'View Plans', 'View Pro Benefits'],
  },
  {
    at: '/subscription',
    as: 'pro',
    texts: ['$5/month', '5x Higher', 'Billing Details', 'No active billing period', 'N/A'],
    controls: ['View Plans'],
  },
  {
    at: '/projects/:id/tasks',
    as: 'free',
    filled: true,
    texts: ['Harbor API', '3 tasks', 'Task Tree', 'WIP', 'DONE', 'All', 'Progress', 'Files', 'Findings', 'Context'],
    controls: ['Back to Projects', 'Expand All', 'Newest First'],
  },
  {
    at: '/projects/:empty/tasks',
    as: 'free',
    filled: true,
    texts: ['No tasks yet', 'Create a specification to generate tasks'],
    controls: ['Back to Projects'],
  },
  {
    at: '/projects/:empty/prd',
    as: 'free',
    filled: true,
    texts: ['Upload PRD & Generate Tasks', 'Lighthouse', 'Or', 'Edit', 'Preview', '0 characters'],
    controls: ['Back to Projects', 'Clear', 'Generate Tasks', 'Credentials'],
  },
  {
    at: '/projects/:empty/prd?view=preview',
    as: 'free',
    filled: true,
    texts: ['Markdown preview will appear here'],
  },
  {
    at: '/animation-preview',
    as: 'guest',
    texts: [
      'Generating Tasks',
      'AI is analyzing your specification and creating a comprehensive task list...',
      'This may take a few moments...',
    ],
  },
];

/** In the avatar's menu, in this order; the first only where the header has no room for it. */
export const MENU_ITEMS = ['New Project', 'Projects', 'API Keys', 'Account', 'Subscription', 'Sign Out'] as const;

/** Texts of the tasks screen in states that tests bring about, with the harbor plan's names. */
export const TASKS_WORDS = {
  loading: 'Loading Tasks...',
  entry: ['Loading Project...', 'Determining project state...'],
  notFound: [
    'Project Not Found',
    "The project you're looking for doesn't exist or you don't have access to it.",
    'Back to Projects',
  ],
  retry: 'Try Again',
  moreLists: '+2 more',
  cutListName: 'Rate limiting e…',
  tags: ['Active', 'WIP', 'DONE'],
  counts: ['Open 7', 'WIP 1', 'Done 3'],
  statusChanged: 'Task status changed: open → wip',
} as const;

export const LIVE_WORDS = {
  connecting: 'Connecting to real-time updates...',
  connected: 'Connected to real-time updates',
  updated: /^Connected - Last update: \d{1,2}:\d\d:\d\d [AP]M$/,
  failed: /^Connection error: \S/,
  off: 'Not connected to real-time updates',
  authRequired: 'Connection error: Authentication required',
} as const;

/** By tab of the notes panel, without and with a selected task. */
export const NOTE_WORDS = {
  tabs: ['All', 'Progress', 'Files', 'Findings', 'Context'],
  types: ['Progress', 'Finding', 'File List', 'Context', 'Other'],
  selectTask: 'Select a task to view its notes',
  hintSelect: 'Click on a task to view its notes',
  noneOfType: ['No Progress notes', 'No Files notes', 'No Findings notes', 'No Context notes'],
  noneForTask: 'No notes for "Clock-skew guard"',
  hintTask: 'Notes will appear here as agents work on this task',
  noneOfTypeForTask: [
    'No Progress notes for this task',
    'No Files notes for this task',
    'No Findings notes for this task',
    'No Context notes for this task',
  ],
} as const;
