import { PASSWORD_MIN, PRODUCT } from './constants.ts';
import type { UsageCount } from './errors.ts';
import type { PrdRole, RoleReason } from './requirement.ts';

/** The specification's own words, where a screen shows them and a test looks for them. */

export const LOADING = 'Loading...';
export const TRY_AGAIN = 'Try Again';
export const BACK_TO_PROJECTS = 'Back to Projects';

export const SESSION_TEXTS = {
  noToken: 'No authentication token available',
  sessionExpired: 'Session expired. Please sign in again.',
  expiredToast: 'Your session has expired. Please sign in again.',
} as const;

export const LOGIN_TEXTS = {
  title: 'Welcome Back',
  submit: 'Sign In',
  google: 'Continue with Google',
  rememberMe: 'Remember me',
  forgot: 'Forgot password?',
  invalidCredentials: 'Invalid email or password. Please check your credentials and try again.',
  unconfirmed: 'Please check your email and click the confirmation link before signing in.',
  unexpected: 'An unexpected error occurred. Please try again.',
  googleFailed: 'Failed to sign in with Google. Please try again.',
  emailFirst: 'Please enter your email address first',
  resetFailed: 'Failed to send reset email. Please try again.',
  resetSent: 'Password reset link sent! Check your email.',
} as const;

export const SIGNUP_TEXTS = {
  title: 'Create Account',
  submit: 'Create Account',
  acceptTerms: 'Please accept the Terms of Service and Privacy Policy to continue.',
  alreadyRegistered: 'This email is already registered. Please try signing in instead.',
  invalidEmail: 'Please enter a valid email address.',
  shortPassword: `Password must be at least ${PASSWORD_MIN} characters long.`,
  created: 'Account created! Please check your email to verify your account before signing in.',
  maybeRegistered: 'This email may already be registered. If you have an account, please try signing in instead.',
} as const;

export const CALLBACK_TEXTS = {
  authenticating: 'Authenticating...',
  failedCode: 'auth_callback_failed',
} as const;

export const ACCOUNT_TEXTS = {
  personal: 'Personal Information',
  security: 'Security',
  details: 'Account Details',
  invalidName: 'Invalid Name',
  emptyName: 'Display name cannot be empty',
  updated: 'Success',
  nameUpdated: 'Display name updated successfully',
  updateFailed: 'Update Failed',
  noEmail: 'No email address found',
  emailSent: 'Email Sent',
  emailSentText: 'Password reset instructions have been sent to your email',
  emailFailed: 'Failed to Send Email',
  viewSubscription: 'View Subscription',
} as const;

export const HOME_TEXTS = {
  title: `Welcome to ${PRODUCT}`,
  user: 'User Information',
  projects: 'Your Projects',
  setup: 'Setup Status',
  neverSignedIn: 'Never',
} as const;

export const PROJECT_TEXTS = {
  emptyTitle: `Welcome to ${PRODUCT}!`,
  createFirst: 'Create Your First Project',
  noDescription: 'No description provided',
  open: 'Open Project',
  completed: (done: number, all: number) => `${done} of ${all} tasks completed`,
  createTitle: 'Create New Project',
  editTitle: 'Edit Project',
  deleteTitle: 'Delete Project',
  nameLabel: 'Project Name *',
  error: 'Error',
  success: 'Success',
  loadFailed: 'Failed to load projects',
  created: 'Project Created',
  creationFailed: 'Creation Failed',
  createFailed: 'Failed to create project',
  updated: 'Project updated successfully',
  updateFailed: 'Failed to update project',
  deleted: 'Project Deleted',
  deletionFailed: 'Deletion Failed',
  deleteFailed: 'Failed to delete project',
  copied: 'Copied!',
  idCopied: 'Project ID copied to clipboard',
  copyFailed: 'Copy Failed',
  copyFailedText: 'Failed to copy project ID',
  loading: 'Loading Project...',
  determining: 'Determining project state...',
  notFound: 'Project Not Found',
  notFoundText: "The project you're looking for doesn't exist or you don't have access to it.",
} as const;

export const PLAN_TEXTS = {
  loading: 'Loading Tasks...',
  tree: 'Task Tree',
  empty: 'No tasks yet',
  emptyHint: 'Create a specification to generate tasks',
  active: 'Active',
  moreLists: (count: number) => `+${count} more`,
  statusChanged: (from: string, to: string) => `Task status changed: ${from} → ${to}`,
  generationStarted: (mode: string) => `Starting task list generation in ${mode} mode`,
  drafted: (by: string, { tasks, planned, work }: { tasks: number; planned: number; work: number }) =>
    `${by} drafted the plan: ${tasks} ${tasks === 1 ? 'task' : 'tasks'}${work === 0 ? '' : `, ${planned} of ${work} lines`}`,
} as const;

/** Why nobody is given a task that the PRD puts off. In a task's own field, it tells our block from a person's. */
export const PARKED_REASON = 'Parked: the PRD plans this for later.';

export const LIVE_TEXTS = {
  connecting: 'Connecting to real-time updates...',
  failed: (message: string) => `Connection error: ${message}`,
  updated: (time: string) => `Connected - Last update: ${time}`,
  connected: 'Connected to real-time updates',
  off: 'Not connected to real-time updates',
  authRequired: 'Authentication required',
} as const;

export const NOTE_TEXTS = {
  tabs: { all: 'All', PROGRESS: 'Progress', FILE_LIST: 'Files', FINDING: 'Findings', CONTEXT: 'Context' },
  types: { PROGRESS: 'Progress', FILE_LIST: 'File List', FINDING: 'Finding', CONTEXT: 'Context', OTHER: 'Other' },
  copyCode: 'Copy code',
  codeCopied: 'Copied!',
  readMore: 'Read More',
  showLess: 'Show Less',
  expandAll: 'Expand All',
  collapseAll: 'Collapse All',
  newestFirst: 'Newest First',
  oldestFirst: 'Oldest First',
  noneForTask: (title: string) => `No notes for "${title}"`,
  noneOfTypeForTask: (type: string) => `No ${type} notes for this task`,
  selectTask: 'Select a task to view its notes',
  noneOfType: (type: string) => `No ${type} notes`,
  hintTask: 'Notes will appear here as agents work on this task',
  hintSelect: 'Click on a task to view its notes',
} as const;

export const KEY_TEXTS = {
  notSet: 'BATON_API_KEY is not set in the shell that started this client',
  someAgent: 'An agent',
  none: 'No API Key Found',
  active: 'Active',
  loadFailed: 'Failed to load API key information',
  generateFailedTitle: 'Generation Failed',
  generateFailed: 'Failed to generate API key',
  regenerateFailedTitle: 'Regeneration Failed',
  regenerateFailed: 'Failed to regenerate API key',
  unexpected: 'An unexpected error occurred',
  generated: 'API Key Generated',
  regenerated: 'API Key Regenerated',
  copied: 'Copied!',
  keyCopied: 'API key copied to clipboard',
  projectIdCopied: 'Project ID copied to clipboard',
  regenerateWarning:
    'This will invalidate your current API key. Any applications using the old key will stop working. Make sure to update all integrations with the new key.',
  secure: 'Keep your credentials secure. Only share your API key with trusted agents.',
  title: 'API Keys',
  generate: 'Generate',
  regenerate: 'Regenerate',
  credentials: 'Credentials',
  copyBoth: 'Copy Both',
  instructions: [
    'Copy the key and the project id.',
    'Give both to your coding agent.',
    'The agent uses them to authenticate.',
  ],
  waiting: 'Waiting for the first call…',
  connected: (age: string) => `connected, last ${age} ago`,
} as const;

/** The set-up of an agent, step by step. */
export const CONNECT_TEXTS = {
  title: 'Connect an agent',
  lead: 'Pick a project and a client, and follow the steps. No key is ever in a file, so the files are safe to commit.',
  client: 'Client',
  search: 'Find a client',
  noneFound: (words: string) =>
    `No client is called “${words}”. “Anything else” has an address for every client that speaks MCP.`,
  showAll: 'Show all clients',
  groups: { terminal: 'Terminal', editor: 'Editor', hosted: 'Desktop and web', other: 'Anything else' },
  way: 'How it signs in',
  ways: { 'sign-in': 'Sign in', key: 'API key' },
  signInNote: 'You sign in with your account in the browser and choose the project there. Nothing secret to copy.',
  keyNote: 'For machines without a browser. The key stays in a variable, in the client or with the command line.',
  keyOnly: (name: string) => `${name} connects with a key: it cannot sign in to servers.`,
  signInOnly: (name: string) => `${name} signs in to servers: it takes no key.`,
  putKey: 'Put the key in your shell',
  putKeyHint: (variable: string) =>
    `Start the client from the same shell: ${variable} is known only there, and is never in the file.`,
  keepKey: 'Keep the key at hand',
  keepKeyHint: 'VS Code asks for it when it starts the server, and keeps it out of the file.',
  logIn: 'Sign the command line in',
  logInHint: 'The client starts the program baton, which asks for the key once and keeps it for you alone.',
  add: 'Add the server',
  addHosted: 'Add the connector',
  addOther: 'Give it the address',
  addHint: (files: string) => `baton init also writes ${files}, and changes nothing else there.`,
  letIn: 'Let it in',
  signIn: 'Sign in',
  ask: 'Ask for the next task',
  askWords: '“Use baton: take the next task, and leave notes as you go.”',
  form: 'Form',
  byInit: 'baton init',
  byCommand: 'Command',
  address: 'Address of the server',
  copyCommand: 'Copy',
  permissionFile: 'So that it does not ask before every call:',
} as const;

export const PRD_TEXTS = {
  title: 'Upload PRD & Generate Tasks',
  titleWithPlan: 'PRD',
  notText: 'This file is not text. Drop a .md or .markdown file.',
  notMarkdown: 'Please upload a markdown file (.md or .markdown)',
  or: 'Or',
  edit: 'Edit',
  preview: 'Preview',
  noPreview: 'Markdown preview will appear here',
  clear: 'Clear',
} as const;

/** What a role is called, alone and in numbers. */
export const ROLE_TEXTS: Record<PrdRole, { name: string; count: string; many: string }> = {
  work: { name: 'Work', count: 'work', many: 'work lines' },
  context: { name: 'Context', count: 'context', many: 'context' },
  limit: { name: 'Limit', count: 'limits', many: 'limits' },
  done: { name: 'Done', count: 'done', many: 'finished lines' },
  unsure: { name: 'Unsure', count: 'unsure', many: 'unsure lines' },
};

/** Why a line has its role, in one sentence. */
export const REASON_TEXTS: Record<RoleReason, string> = {
  set: 'Somebody set this role.',
  title: 'It is the title of the document.',
  box: 'An open checkbox asks for work.',
  ticked: 'Its box is ticked.',
  id: 'It has an id of its own, as requirements do.',
  story: 'It tells what somebody wants to do.',
  unit: 'Its heading is one of a row that counts up.',
  facet: 'Its heading comes back under every feature.',
  modal: 'It says what must be so.',
  section_work: 'Its section asks for work.',
  context_name: 'Its heading names background.',
  limit_name: 'Its heading names limits.',
  done_mark: 'A mark says that it is done.',
  done_section: 'Everything in its section is done.',
  table_rows: 'Every row of this table asks for something.',
  table_whole: 'The table is one check as a whole.',
  table_context: 'The columns of this table hold background.',
  prose: 'It tells, and demands nothing.',
  values: 'It lists values that belong to its section.',
  code: 'It is code that belongs to its section.',
  pointer: 'It repeats a heading of the document.',
  outside_spine: 'It stands outside the features.',
  material: 'It is material for the tasks of its section.',
  no_sign: 'It can be read both ways.',
};

/** Said in the same words wherever a PRD is counted. */
export const COVERAGE_TEXTS = {
  planned: (planned: number, work: number) =>
    `${planned.toLocaleString('en-US')} of ${work.toLocaleString('en-US')} work lines planned`,
  toDecide: (count: number) =>
    count === 1 ? '1 section to decide' : `${count.toLocaleString('en-US')} sections to decide`,
  noPlan: (lines: number) =>
    lines === 1
      ? 'The PRD has 1 work line and no plan yet'
      : `The PRD has ${lines.toLocaleString('en-US')} work lines and no plan yet`,
  allDecided: 'Every line has a role.',
  outline: 'This follows the outline of the document. Your agent can draft a better plan.',
  tellAgent: (project: string) => `Read ${project}’s PRD in Baton and draft the plan.`,
} as const;

export const GENERATION_TEXTS = {
  generate: 'Generate Tasks',
  update: 'Update plan',
  seeChanges: 'See changes',
  busy: 'Generating...',
  specificationTitle: 'Specification Required',
  specificationText: 'Please enter a specification or upload a markdown file first.',
  projectTitle: 'Project Required',
  projectText: 'Please select a project first.',
  signInTitle: 'Authentication Required',
  signInText: 'Please sign in to generate tasks.',
  generating: 'Generating Tasks',
  analyzing: 'AI is analyzing your specification...',
  analyzingPreview: 'AI is analyzing your specification and creating a comprehensive task list...',
  moments: 'This may take a few moments...',
  success: 'Task Generation Successful!',
  tasksCreated: 'Tasks Created',
  processingTime: 'Processing Time',
  seconds: (count: number) => `${count} ${count === 1 ? 'second' : 'seconds'}`,
  redirecting: (seconds: number) => `Redirecting to task view in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}...`,
  goNow: 'Go to Tasks Now',
} as const;

export const SUBSCRIPTION_TEXTS = {
  currentPlan: 'Current Plan',
  forever: 'Forever Free',
  upgrade: (price: string) => `Upgrade to Pro - ${price}/month`,
  viewPlans: 'View Plans',
  manage: 'Manage in PayPal',
  opening: 'Opening PayPal...',
  manageSandbox: 'Manage in the sandbox',
  openingSandbox: 'Opening the sandbox...',
  prdUploads: 'PRD Uploads',
  taskGenerations: 'Task Generations',
  activeProjects: 'Active Projects',
  rateLimit: 'MCP Tool Rate Limit',
  standard: 'Standard',
  higher: '5x Higher',
  earlyOffer: 'Save 50% - Early Adopter Pricing',
  offer: (price: string, regular: string) =>
    price === regular
      ? `Get 5 projects, 5 PRD uploads, 10 task generations, and 5x faster MCP tools for ${price}/month.`
      : `Get 5 projects, 5 PRD uploads, 10 task generations, and 5x faster MCP tools. Limited offer: ${price}/month (regular ${regular})`,
  benefits: 'View Pro Benefits',
  billing: 'Billing Details',
  noPeriod: 'No active billing period',
  notAvailable: 'N/A',
  sandbox: 'Sandbox: no money moves.',
  fetchFailed: 'Failed to fetch subscription',
  loadFailed: 'Failed to load subscription',
  portalFailed: 'Failed to create portal session',
  manageFailed: 'Failed to open subscription management',
  checkoutFailed: 'Failed to open the checkout',
  success: 'Subscription Successful!',
  goToProjects: 'Go to Projects',
} as const;

/** A project that can only be read, and why. */
export const LOCKED_TEXTS = {
  badge: 'read-only',
  readOnlyTitle: 'Read-Only Project',
  archivedTitle: 'Archived Project',
  readOnly: 'Your plan has no place for this project: it can be read and exported, and nothing in it can be changed.',
  archived: 'This project is archived: it can be read and exported, and nothing in it can be changed.',
} as const;

const LATER = 'Please try again later or contact support to increase your limits.';
const counted = (name: string, count: UsageCount) => `${name}: ${count.current}/${count.limit}`;

export const FAILURE_TEXTS = {
  usageTitle: 'Usage Limit Exceeded',
  usageText: `You've reached your usage limit. ${LATER}`,
  usageCounts: (usage: { daily?: UsageCount; monthly?: UsageCount }) => {
    const parts = [usage.daily && counted('Daily', usage.daily), usage.monthly && counted('Monthly', usage.monthly)];
    return `${parts.filter(Boolean).join(', ')}. ${LATER}`;
  },
  authTitle: 'Authentication Error',
  authText: 'Please log in again to continue.',
  networkTitle: 'Connection Error',
  networkText: 'Please check your internet connection and try again.',
  errorTitle: 'Error',
  unknownTitle: 'Unknown Error',
  unknownText: 'An unexpected error occurred. Please try again.',
  generateFallback: 'Failed to generate tasks',
} as const;

export const SUCCESS_TEXTS = {
  Created: (item: string) => `${item} created successfully`,
  Updated: (item: string) => `${item} updated successfully`,
  Deleted: (item: string) => `${item} deleted successfully`,
  Uploaded: (item: string) => `${item} uploaded successfully`,
  Generated: (item: string) => `${item} generated successfully`,
} as const;
