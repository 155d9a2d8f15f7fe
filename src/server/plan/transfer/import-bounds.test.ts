import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventActor } from '#contract/fields.ts';
import type { TaskOrigin } from '#contract/plan-draft.ts';
import type { Question } from '#contract/question.ts';
import type { ProjectExport } from '#contract/transfer.ts';
import { readRequirements } from '#server/prd/index.ts';
import { type TestUser, addExample, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { importContent } from '#test/import-content.ts';
import { exportProject } from './export-project.ts';
import { readExport } from './read-export.ts';
import { saveCheckpoint } from '../checkpoints/save-checkpoint.ts';

/** Every text and list of an imported document is bounded, also those that our own exports keep short anyway. */

const LONG = 'x'.repeat(1_100_000);
const AT = '2026-11-17T12:00:00.000Z';
const WHO: EventActor = { kind: 'agent', id: null, name: 'claude' };
const ORIGIN: TaskOrigin = {
  key: 'k',
  list: 'l',
  title: 't',
  description: 'd',
  checks: ['c'],
  requirement_ids: ['R1'],
  requirements: { R1: 'hash' },
  depends_on: ['k2'],
  order: 1,
  follows: 'k3',
  kept: false,
  ticked: ['c'],
};
const PLACE = { commit: 'abcd', branch: 'main', pr: '7', diff: null };
const WORK = {
  ...PLACE,
  verification: { command: 'npm test', exit_code: 0, seconds: 1, output: 'fine', commit: 'abcd' },
};

let services: TestServices;
let user: TestUser;
let document: ProjectExport;
beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
  user = await addUser(services);
  const { projectId } = await addExample(services, user);
  await saveCheckpoint(user.ctx, { id: projectId, name: 'Now' });
  const exported = await exportProject(user.ctx, { id: projectId, format: 'json' });
  if (exported.format !== 'baton') throw new Error('not JSON');
  document = withEverything(exported);
});
afterAll(() => services.dispose());

/** One of everything that a document may contain. */
function withEverything(from: ProjectExport): ProjectExport {
  const question: Question = {
    id: from.project.id,
    text: 'Which?',
    seen: 'Both',
    options: [{ label: 'A', consequence: 'Slow' }],
    asked_by: WHO,
    asked_at: AT,
    answer: { text: 'A', option: 1, decide: false, by: WHO, at: AT, taken_up_at: AT },
  };
  const role = {
    key: '0123456789abcdef',
    scope: 'block' as const,
    role: 'work' as const,
    excerpt: 'e',
    set_by: WHO,
    set_at: AT,
  };
  const own = {
    question,
    work: WORK,
    origin: ORIGIN,
    blocked_reason: 'Rain',
    requirement_ids: ['R1'],
    checks: [{ text: 'c', met: true, seen: 's' }],
  };
  const origin = { key: 'k', name: 'n', brief: 'b' };
  return {
    ...from,
    project: { ...from.project, verify_command: 'npm test', repository_url: 'https://a.example', description: 'd' },
    task_lists: from.task_lists.map((list) => ({ ...list, origin, parent_task: { id: list.id, title: 't' } })),
    tasks: from.tasks.map((task) => ({ ...task, ...own, status: 'open' as const, completed_at: null })),
    notes: from.notes.map((note) => ({ ...note, work: PLACE })),
    prd_versions: [
      { id: from.project.id, version: 1, filename: 'prd.md', content: '# A\n\n- It opens.\n', created_at: AT },
    ],
    prd_roles: [role],
    requirements: {
      version: 1,
      found: [
        {
          id: 'R1',
          text: 'It opens.',
          kind: 'item',
          heading_path: ['A'],
          start_line: 3,
          end_line: 3,
          author_id: 'FR-1',
        },
      ],
    },
    pieces: {
      ...from.pieces,
      task_lists: from.pieces.task_lists.map((lists) => lists.map((list) => ({ ...list, origin }))),
      tasks: from.pieces.tasks.map((tasks) => tasks.map((task) => ({ ...task, ...own }))),
      prd: [{ version: 1, roles: [role] }],
    },
    checkpoints: from.checkpoints.map((each) => ({ ...each, parts: { ...each.parts, prd: 0 } })),
  };
}

/** The path of every text in a value, the first of each list and record standing for all. */
function* textsOf(value: unknown, path: string[] = []): Generator<string[]> {
  if (typeof value === 'string') yield path;
  else if (Array.isArray(value)) {
    if (value.length > 0) yield* textsOf(value[0], [...path, '0']);
  } else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) yield* textsOf(each, [...path, name]);
}

function withText(value: unknown, [name, ...path]: string[], said: string): unknown {
  if (name === undefined) return said;
  if (Array.isArray(value)) return value.map((each, at) => (String(at) === name ? withText(each, path, said) : each));
  const record = value as Record<string, unknown>;
  return { ...record, [name]: withText(record[name], path, said) };
}

const isTaken = (content: unknown): boolean => {
  try {
    readExport(JSON.stringify(content));
    return true;
  } catch {
    return false;
  }
};

test('of all texts only those that are not kept, or that are cut, may be of any length', () => {
  const paths = [...textsOf(document)];
  expect(paths.length).toBeGreaterThan(100);
  expect(isTaken(document)).toBe(true);
  const endless = paths.filter((path) => isTaken(withText(document, path, LONG.slice(0, 110_000))));
  // Output only, not imported; or truncated to the length of a heading.
  const NOT_KEPT = [
    'task_lists.0.parent_task.title',
    'tasks.0.task_list_name',
    'prd_versions.0.content',
    'requirements.found.0.text',
    'requirements.found.0.heading_path.0',
    'requirements.found.0.author_id',
    'checkpoints.0.project_id',
  ];
  expect(endless.map((path) => path.join('.')).filter((path) => !path.startsWith('project.'))).toEqual(NOT_KEPT);
});

test.each<[string, (from: ProjectExport) => Partial<ProjectExport>]>([
  [
    'notes.0.author.name',
    ({ notes }) => ({ notes: notes.map((note) => ({ ...note, author: { ...WHO, name: LONG } })) }),
  ],
  [
    'checkpoints.0.author.name',
    ({ checkpoints }) => ({ checkpoints: checkpoints.map((each) => ({ ...each, author: { ...WHO, name: LONG } })) }),
  ],
  [
    'prd_roles.0.set_by.name',
    ({ prd_roles }) => ({ prd_roles: prd_roles?.map((role) => ({ ...role, set_by: { ...WHO, name: LONG } })) }),
  ],
  [
    'dependencies must have at most 50,000',
    ({ dependencies }) => ({
      dependencies: Array.from(
        { length: 50_001 },
        () => dependencies[0] ?? { task_id: document.project.id, depends_on_id: document.project.id },
      ),
    }),
  ],
  [
    'requirements.found has more text than any PRD asks for',
    () => ({
      requirements: {
        version: 1,
        found: Array.from({ length: 17 }, (_, n) => ({
          id: `R${n}`,
          text: LONG.slice(0, 1_048_576),
          kind: 'item' as const,
          heading_path: [],
          start_line: 1,
          end_line: 1,
        })),
      },
    }),
  ],
])('%s is refused when it has no end', async (place, change) => {
  const content = JSON.stringify({ ...document, ...change(document) });
  await expect(importContent(user.ctx, { content })).rejects.toMatchObject({
    type: 'VALIDATION_ERROR',
    message: expect.stringContaining(place) as string,
  });
});

test('long headings of a requirement are cut, and what came in is counted', async () => {
  const found = document.requirements?.found.map((each) => ({
    ...each,
    heading_path: Array.from({ length: 40 }, () => LONG.slice(0, 2_000)),
    author_id: LONG.slice(0, 2_000),
  }));
  const content = JSON.stringify({ ...document, requirements: { version: 1, found } });
  const { project } = await importContent(user.ctx, { content });
  const kept = await readRequirements(services.db, project.id);
  expect(kept?.found[0]?.heading_path.map(({ length }) => length)).toEqual(Array.from({ length: 16 }, () => 500));
  expect(kept?.found[0]?.author_id).toHaveLength(100);
  const { rows } = await services.database.pool.query<{ prds: number }>(
    'select prds from project_sizes where project_id = $1',
    [project.id],
  );
  expect(rows[0]?.prds).toBeGreaterThan(8_000);
});
