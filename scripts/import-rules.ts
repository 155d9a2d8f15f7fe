/**
 * Who may import whom: the table of docs/architecture.md as data. A row may import itself, what it lists, and
 * transitively what those may import.
 */
export interface ImportRow {
  /** Folder under src/, or a single file. The most specific row wins. */
  readonly folder: string;
  readonly mayImport: readonly string[] | 'everything';
  /** Allowed for `import type` in addition, which is erased. */
  readonly mayImportTypes?: readonly string[];
  /** Other rows may import a feature only through its index.ts. */
  readonly feature?: true;
  /** Sub-folders of this row must not import each other. */
  readonly islands?: true;
  /** If present, the only libraries this row may use. */
  readonly libraries?: readonly RegExp[];
}

const serverRoots = ['server', 'server/commands'] as const;
const serverFeatures = [
  'auth',
  'billing',
  'projects',
  'notes',
  'notifications',
  'prd',
  'plan',
  'engine',
  'example',
  'realtime',
  'timeline',
  'agent',
  'admin',
  'instance',
];
const everyServerRow = ['server/platform', ...serverFeatures.map((name) => `server/${name}`)];

export const importRows: readonly ImportRow[] = [
  { folder: 'contract', mayImport: [], libraries: [/^zod(\/|$)/] },
  { folder: 'markdown', mayImport: [], libraries: [] },

  { folder: 'server/platform', mayImport: ['contract', 'markdown'] },
  { folder: 'server/auth', mayImport: ['server/platform'], feature: true },
  { folder: 'server/billing', mayImport: ['server/auth'], feature: true },
  { folder: 'server/projects', mayImport: ['server/auth', 'server/billing'], feature: true },
  { folder: 'server/notifications', mayImport: ['server/auth', 'server/projects'], feature: true },
  { folder: 'server/notes', mayImport: ['server/projects'], feature: true },
  { folder: 'server/prd', mayImport: ['server/projects', 'server/notes'], feature: true },
  { folder: 'server/plan', mayImport: ['server/projects', 'server/notes', 'server/prd'], feature: true },
  {
    folder: 'server/engine',
    mayImport: [
      'server/projects',
      'server/prd',
      'server/plan',
      'server/notes',
      'server/billing',
      'server/engine/reading',
      'server/engine/planning',
    ],
    feature: true,
  },
  {
    folder: 'server/engine/reading',
    mayImport: ['contract', 'markdown'],
    libraries: [/^node:crypto$/],
  },
  { folder: 'server/engine/planning', mayImport: ['contract', 'server/engine/reading'], libraries: [] },
  {
    folder: 'server/timeline',
    mayImport: ['server/auth', 'server/projects', 'server/notes', 'server/plan'],
    feature: true,
  },
  {
    folder: 'server/example',
    mayImport: [
      'server/auth',
      'server/billing',
      'server/projects',
      'server/plan',
      'server/notes',
      'server/engine',
      'server/timeline',
    ],
    feature: true,
  },
  { folder: 'server/realtime', mayImport: ['server/auth', 'server/projects'], feature: true },
  {
    folder: 'server/agent',
    mayImport: [
      'server/auth',
      'server/billing',
      'server/projects',
      'server/prd',
      'server/plan',
      'server/notes',
      'server/engine',
    ],
    feature: true,
  },
  {
    folder: 'server/admin',
    mayImport: ['server/auth', 'server/billing', 'server/projects', 'server/plan', 'server/engine', 'server/example'],
    feature: true,
  },
  { folder: 'server/instance', mayImport: ['server/billing', 'server/engine'], feature: true },
  { folder: 'server/commands', mayImport: [...everyServerRow, ...serverRoots] },
  { folder: 'server', mayImport: [...everyServerRow, ...serverRoots] },

  { folder: 'web/ui', mayImport: ['markdown', 'web/styles'] },
  { folder: 'web/paths.ts', mayImport: ['contract'] },
  { folder: 'web/lib', mayImport: ['contract', 'web/paths.ts'] },
  { folder: 'web/features', mayImport: ['web/ui', 'web/lib', 'web/paths.ts', 'web/styles', 'contract'], islands: true },
  {
    folder: 'web/screens',
    mayImport: ['web/features', 'web/ui', 'web/lib', 'web/paths.ts', 'web/styles', 'contract'],
    islands: true,
  },
  { folder: 'web/styles', mayImport: [] },
  {
    folder: 'web',
    mayImport: ['web/screens', 'web/features', 'web/ui', 'web/lib', 'web/paths.ts', 'web/styles', 'contract'],
  },

  { folder: 'docs', mayImport: ['web/lib'], libraries: [] },

  // A tool's input is defined once, in its file; the command line needs only its type.
  { folder: 'cli', mayImport: ['contract', 'markdown'], mayImportTypes: ['server/agent/tools'] },
  { folder: 'test', mayImport: 'everything' },
];

/** Libraries restricted to a few places. Paths are under src/. */
export interface LibraryRule {
  readonly name: string;
  readonly library: RegExp;
  readonly only: readonly string[];
  readonly sentence: string;
}

export const libraryRules: readonly LibraryRule[] = [
  {
    name: 'web framework',
    library: /^(fastify|fastify-.+|@fastify\/.+)$/,
    only: ['server/platform/http', 'server/app.ts', 'server/main.ts', 'server/realtime/routes.ts', 'server/agent/door'],
    sentence: 'the web framework stays in platform/http, app.ts, main.ts and the two streaming doors',
  },
  {
    name: 'MCP SDK',
    library: /^@modelcontextprotocol\//,
    only: ['server/agent', 'cli'],
    sentence: 'the MCP SDK stays in agent and cli',
  },
  {
    name: 'Node in the browser',
    library: /^node:/,
    only: ['server', 'cli'],
    sentence: 'Node modules do not exist in the browser',
  },
];

export const environmentRule = {
  only: ['server/platform/config.ts', 'cli/environment.ts'],
  sentence: 'process.env is read in platform/config.ts and cli/environment.ts only',
} as const;
