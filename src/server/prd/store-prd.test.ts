import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PRD_MAX_CHARACTERS } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import { PrdVersion } from '#contract/transfer.ts';
import { prdSections, prdVersions } from '#server/platform/db/tables/index.ts';
import { createProject, requireProject } from '#server/projects/index.ts';
import { type TestUser, addUser } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { listPrdVersions, restorePrdVersions, storePrd } from './store-prd.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.dispose());

async function addProject(): Promise<{ user: TestUser; id: Id }> {
  const user = await addUser(services);
  return { user, id: (await createProject(user.ctx, { name: 'Kept' })).id };
}

const store = (id: Id, content: string, filename = 'prd.md') =>
  services.db.transaction((tx) => storePrd(tx, id, { content, filename, now: services.now() }));

const sectionsOf = (id: Id) =>
  services.db.select().from(prdSections).where(eq(prdSections.projectId, id)).orderBy(asc(prdSections.startLine));

describe('storing', () => {
  test('a new text is a new version and replaces what is searched; the same text is not', async () => {
    const { id } = await addProject();
    expect(await store(id, '# One\n\na\n# Two\n')).toEqual({ version: 1, isNew: true });
    expect(await store(id, '# One\n\na\n# Two\n', 'other.md')).toEqual({ version: 1, isNew: false });
    expect((await sectionsOf(id)).map(({ heading }) => heading)).toEqual(['One', 'Two']);
    expect(await store(id, '# Three')).toEqual({ version: 2, isNew: true });
    expect((await sectionsOf(id)).map(({ heading }) => heading)).toEqual(['Three']);
    expect(await store(id, '# One\n\na\n# Two\n')).toEqual({ version: 3, isNew: true });
    expect((await listPrdVersions(services.db, id)).map(({ version }) => version)).toEqual([1, 2, 3]);
  });

  test('texts that differ in case or trailing space are different texts', async () => {
    const { id } = await addProject();
    for (const [i, content] of ['a', 'A', 'a ', 'á', 'a\u0301'].entries())
      expect(await store(id, content)).toEqual({ version: i + 1, isNew: true });
  });

  test('touches no other project', async () => {
    const one = await addProject();
    const other = await addProject();
    await store(one.id, '# Mine');
    await store(other.id, '# Theirs');
    await store(other.id, '# Theirs now');
    expect((await sectionsOf(one.id)).map(({ heading }) => heading)).toEqual(['Mine']);
  });

  test('many at once under the project’s lock get numbers without gaps, and the last one is what is searched', async () => {
    const { user, id } = await addProject();
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        services.db.transaction(async (tx) => {
          await requireProject(user.ctx, id, { db: tx, lock: true });
          await storePrd(tx, id, { content: `# Text ${i}`, filename: 'prd.md', now: services.now() });
        }),
      ),
    );
    const versions = await listPrdVersions(services.db, id);
    expect(versions.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect((await sectionsOf(id)).map(({ heading }) => `# ${heading}`)).toEqual([versions.at(-1)?.content]);
  });

  test('two at once without the lock never share a number', async () => {
    const { id } = await addProject();
    await Promise.allSettled(Array.from({ length: 4 }, (_, i) => store(id, `# Text ${i}`)));
    const versions = await listPrdVersions(services.db, id);
    expect(versions.map(({ version }) => version)).toEqual(versions.map((_, i) => i + 1));
    expect((await sectionsOf(id)).map(({ heading }) => `# ${heading}`)).toEqual([versions.at(-1)?.content]);
  });

  test.for([
    ['one line', 'x'.repeat(PRD_MAX_CHARACTERS)],
    [
      'different words in one line',
      Array.from({ length: 140_000 }, (_, i) => `w${i}`)
        .join(' ')
        .slice(0, PRD_MAX_CHARACTERS),
    ],
    ['characters of three bytes', '文'.repeat(PRD_MAX_CHARACTERS)],
    ['headings', '# a\n'.repeat(PRD_MAX_CHARACTERS / 4)],
    ['empty lines', '\n'.repeat(PRD_MAX_CHARACTERS)],
  ] as const)('takes the largest text there is, made of %s', async ([, content]) => {
    const { id } = await addProject();
    expect(await store(id, content)).toEqual({ version: 1, isNew: true });
    expect((await listPrdVersions(services.db, id))[0]?.content === content).toBe(true);
  });
});

describe('taking versions elsewhere', () => {
  test('keeps numbers, names, texts and times under new ids, and the newest is searched', async () => {
    const from = await addProject();
    await store(from.id, '# One', 'one.md');
    services.clock.advance(60_000);
    await store(from.id, '# Two', 'two.md');
    const versions = await listPrdVersions(services.db, from.id);
    expect(versions.map((version) => PrdVersion.parse(version))).toEqual(versions);

    const to = await addProject();
    await services.db.transaction((tx) => restorePrdVersions(tx, to.id, versions));
    const restored = await listPrdVersions(services.db, to.id);
    const withoutId = ({ id: _id, ...rest }: PrdVersion) => rest;
    expect(restored.map(withoutId)).toEqual(versions.map(withoutId));
    expect(new Set([...versions, ...restored].map(({ id }) => id)).size).toBe(4);
    expect((await sectionsOf(to.id)).map(({ heading }) => heading)).toEqual(['Two']);
    expect(await store(to.id, '# Two')).toEqual({ version: 2, isNew: false });
    expect(await store(to.id, '# Three')).toEqual({ version: 3, isNew: true });
  });

  test('goes on after a gap in the numbers, and no versions change nothing', async () => {
    const { id } = await addProject();
    await services.db.transaction((tx) => restorePrdVersions(tx, id, []));
    expect(await services.db.select().from(prdVersions).where(eq(prdVersions.projectId, id))).toEqual([]);
    const version = { version: 7, filename: 'prd.md', content: '# Seven', created_at: services.now().toISOString() };
    await services.db.transaction((tx) => restorePrdVersions(tx, id, [version]));
    expect(await store(id, '# Eight')).toEqual({ version: 8, isNew: true });
  });
});
