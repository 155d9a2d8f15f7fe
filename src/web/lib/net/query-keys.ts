/** Keys of the query cache: features read and write under them, live.ts and live-plan.ts patch them. */
export const queryKeys = {
  me: ['me'],
  sessions: ['sessions'],
  apps: ['apps'],
  emailChange: ['email-change'],
  twoFactor: ['two-factor'],
  /** Whether a sign-in of this browser waits for a code. */
  signInChallenge: ['sign-in-challenge'],
  activityOfAccount: ['account-activity'],
  /** The key's metadata; the key itself is never cached. */
  apiKey: ['api-key'],
  namedKeys: ['api-keys'],
  passkeys: ['passkeys'],
  /** Without a project: every agent that called with the account's key. */
  agents: (projectId: string | undefined) => ['agents', projectId ?? null],
  instance: ['instance'],
  adminSettings: ['admin', 'settings'],
  /** Prefix of the lists, the single errors and the count of unresolved ones. */
  allAdminErrors: ['admin', 'errors'],
  unresolvedErrors: ['admin', 'errors', 'unresolved'],
  adminErrors: (filter: object) => ['admin', 'errors', 'list', filter],
  adminError: (id: string) => ['admin', 'errors', 'one', id],
  adminCalls: (filter: object) => ['admin', 'calls', filter],
  adminDatabase: ['admin', 'database'],
  adminSafety: ['admin', 'safety'],
  adminAudit: ['admin', 'audit'],
  setupStatus: ['setup-status'],
  outbox: ['outbox'],
  subscription: ['subscription'],
  /** Whether a payment has arrived. */
  confirmation: ['confirmation'],
  projects: ['projects'],
  project: (projectId: string) => ['project', projectId],
  allProjects: ['project'],
  /** What happened since the last visit, and what waits for the person. */
  news: ['news'],
  /** The report of all projects, as the dialog shows it. */
  report: ['report'],
  /** The last questions and answers of a project. */
  answers: (projectId: string) => ['timeline', projectId, 'answers'],
  /** Prefix of everything the timeline of a project shows. */
  timeline: (projectId: string) => ['timeline', projectId],
  allTimelines: ['timeline'],
  people: (projectId: string) => ['people', projectId],
  /** Whose windows show a project; written by the feed only, never fetched. */
  presence: (projectId: string) => ['presence', projectId],
  /** By the token of its link. */
  invitation: (token: string) => ['invitation', token],
  /** For the owner. */
  invitationsTo: (projectId: string) => ['invitations', 'to', projectId],
  /** Whether the person was one of the project's people until a moment ago; written by the feed only. */
  unshared: (projectId: string) => ['unshared', projectId],
  notifications: (projectId: string) => ['notifications', projectId],
  /** Without the secret, which is never cached. */
  webhook: (projectId: string) => ['webhook', projectId],
  deliveries: (projectId: string) => ['webhook', projectId, 'deliveries'],
  /** Outside the prefix above: refetched by the timeline's screen itself, which throttles. */
  timelineParts: (projectId: string) => ['timeline-parts', projectId],

  /** Prefix of everything that the project's feed keeps up to date. */
  followed: (projectId: string) => ['plan', projectId],
  plan: (projectId: string) => ['plan', projectId, 'tree'],
  /** Only marks that a task's texts were requested: the texts themselves are in the plan. */
  texts: (projectId: string, taskId: string) => ['plan', projectId, 'texts', taskId],
  /** Without a task: the project's notes. */
  notes: (projectId: string, taskId: string | undefined) => ['plan', projectId, 'notes', taskId ?? null],
  allNotes: (projectId: string) => ['plan', projectId, 'notes'],
  activity: (projectId: string, taskId: string | undefined) => ['plan', projectId, 'activity', taskId ?? null],
  allActivity: (projectId: string) => ['plan', projectId, 'activity'],
  checkpoints: (projectId: string) => ['plan', projectId, 'checkpoints'],
  /** The newest PRD with its requirements. */
  prd: (projectId: string) => ['plan', projectId, 'prd', 'newest'],
  coverage: (projectId: string) => ['plan', projectId, 'prd', 'coverage'],
  prdVersions: (projectId: string) => ['plan', projectId, 'prd', 'versions'],
  prdVersionBefore: (projectId: string, version: number) => ['plan', projectId, 'prd', 'versions', 'before', version],
  allPrd: (projectId: string) => ['plan', projectId, 'prd'],
  /** The reading of a text, saved or not, by the number of the request. */
  reading: (projectId: string, asked: number) => ['plan', projectId, 'reading', asked],
  allReadings: (projectId: string) => ['plan', projectId, 'reading'],
  /** Outside the prefix above: a saved version never changes. */
  prdVersion: (projectId: string, version: number) => ['prd-version', projectId, version],
  /** Written by the feed only, never fetched. */
  generation: (projectId: string) => ['plan', projectId, 'generation'],
  /** The last plan an agent drafted; written by the feed only, never fetched. */
  drafted: (projectId: string) => ['plan', projectId, 'drafted'],
  /** The runs at work, or the last one; its agents are patched by lines beside the feed. */
  relay: (projectId: string) => ['plan', projectId, 'relay'],
  /** What runs did, by task or by run. */
  runResults: (projectId: string, of: object) => ['plan', projectId, 'run-results', of],
  allRunResults: (projectId: string) => ['plan', projectId, 'run-results'],
  runOutput: (runId: string, worker: string) => ['run-output', runId, worker],
  engine: ['engine'],
  adminStatus: ['admin', 'status'],
  instanceSettings: ['admin', 'instance'],
  invitations: ['admin', 'invitations'],
  setUp: ['set-up'],
  adminMetrics: ['admin', 'metrics'],
  adminCharts: ['admin', 'charts'],
  adminUsers: ['admin', 'users'],
  adminUserPage: (asked: object) => ['admin', 'users', asked],
  adminUser: (userId: string) => ['admin', 'user', userId],
  search: (projectId: string, words: string) => ['search', projectId, words],
} as const;
