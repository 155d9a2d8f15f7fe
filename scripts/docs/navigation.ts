/** A page of the documentation, by its place in the repository. */
export interface Entry {
  file: string;
  /** In the navigation, where the page's own title is too long. */
  label: string;
}

export interface Group {
  title: string;
  entries: readonly Entry[];
}

/**
 * The pages of /docs in reading order. Each Markdown file under docs/ stands here once, except for docs/decisions, which is
 * listed by its folder. A test says which one is missing.
 */
export const NAVIGATION: readonly Group[] = [
  {
    title: 'Start here',
    entries: [
      { file: 'docs/README.md', label: 'What Baton is' },
      { file: 'docs/accounts.md', label: 'Your account' },
      { file: 'docs/compared.md', label: 'Compared with other tools' },
      { file: 'CHANGELOG.md', label: 'Release notes' },
    ],
  },
  {
    title: 'For agent owners',
    entries: [
      { file: 'docs/for-agent-owners.md', label: 'First steps' },
      { file: 'docs/agents.md', label: 'Working with agents' },
      { file: 'docs/clients.md', label: 'Clients' },
      { file: 'docs/engine.md', label: 'From a PRD to a plan' },
      { file: 'docs/relay.md', label: 'Agents at work overnight' },
    ],
  },
  {
    title: 'For teams',
    entries: [
      { file: 'docs/for-teams.md', label: 'First steps' },
      { file: 'docs/people.md', label: 'Work together' },
      { file: 'docs/notifications.md', label: 'Notifications' },
    ],
  },
  {
    title: 'For operators',
    entries: [
      { file: 'docs/for-operators.md', label: 'First steps' },
      { file: 'docs/operations.md', label: 'Running Baton' },
      { file: 'docs/on-the-internet.md', label: 'On the internet' },
      { file: 'docs/high-availability.md', label: 'More than one machine' },
      { file: 'docs/console.md', label: 'The console' },
      { file: 'SECURITY.md', label: 'Security' },
    ],
  },
  {
    title: 'Reference',
    entries: [
      { file: 'docs/architecture.md', label: 'How it is built' },
      { file: 'docs/performance.md', label: 'Performance' },
      { file: 'docs/benchmarks.md', label: 'Benchmarks' },
      { file: 'CONTRIBUTING.md', label: 'Contributing' },
    ],
  },
];

/** Reference pages that another part of the instance serves. */
export const ELSEWHERE = [{ address: '/api/docs', label: 'REST API' }] as const;

export const DECISIONS = { title: 'Decisions', folder: 'docs/decisions', address: '/docs/decisions' } as const;

/** Names of a page beside its own file, which links in other files may use. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'README.md': '/docs',
  docs: '/docs',
  'docs/decisions': DECISIONS.address,
};

/** The address at which a file is shown, if it is a page. */
export function addressOf(file: string): string | undefined {
  const other = OTHER_NAMES[file];
  if (other !== undefined) return other;
  if (file === 'docs/README.md') return '/docs';
  if (file.startsWith('docs/') && file.endsWith('.md')) return `/${file.slice(0, -'.md'.length)}`;
  const isListed = NAVIGATION.some(({ entries }) => entries.some((entry) => entry.file === file));
  return isListed ? `/docs/${file.slice(0, -'.md'.length).toLowerCase()}` : undefined;
}
