import { beforeEach, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { PlanOp } from '#contract/tools.ts';
import { createProject } from '#server/projects/index.ts';
import { restoreCheckpoint } from '#server/plan/index.ts';
import { addUser } from '#test/builders.ts';
import { type FakeEngine, createFakeEngine, withEngine } from '#test/fake-engine.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import type { EngineContext } from './context.ts';
import { editPlanWithPrd } from './edit-plan-with-prd.ts';
import { getPrd } from './read-prd.ts';
import { savePrd } from './save-prd.ts';
import { setPrdRoles } from './set-roles.ts';

const PRD = [
  '# Ship', // 1
  '',
  '## Hull', // 3
  '- R1: a keel', // 4
  '- R2: planks', // 5
  '- unsure: tar', // 6
  '',
  '## Rig', // 8
  '- R3: a mast', // 9
  '- context: hemp is dear', // 10
  '- [ ] paint', // 11
].join('\n');

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));
let engine: FakeEngine;
let claude: EngineContext;
beforeEach(async () => {
  await services.db
    .execute(`insert into user_limits (user_id, monthly_prd_limit, daily_prd_limit, daily_total_operations_limit,
    monthly_total_operations_limit) values ('${user.id}', 99, 99, 999, 999) on conflict do nothing`);
  engine = createFakeEngine();
  claude = withEngine(services.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'claude-code' }), engine);
  await savePrd(claude, { id: projectId, content: PRD, filename: 'ship.md' });
});

const edit = (ops: PlanOp[], more: { dryRun?: boolean } = {}) =>
  editPlanWithPrd(claude, projectId, { ops, dryRun: more.dryRun ?? false, baseSeq: undefined });
const tasks = async () => {
  const { rows } = await services.database.pool.query<{
    title: string;
    ids: string[];
    start: number | null;
    end: number | null;
  }>(
    `select title, requirement_ids as ids, prd_start_line as start, prd_end_line as end from tasks
      where project_id = $1 and deleted_at is null order by number`,
    [projectId],
  );
  return rows;
};
const traced = async () => (await tasks()).map(({ title, ids }) => [title, ...ids]);
const roles = async () => ((await getPrd(claude, { id: projectId }))?.blocks ?? []).map(({ role }) => role);

async function everything() {
  const { rows } = await services.database.pool.query(
    `select (select json_agg(t order by t.id) from tasks t where t.project_id = $1) as tasks,
       (select json_agg(l order by l.id) from task_lists l where l.project_id = $1) as lists,
       (select row_to_json(p) from projects p where p.id = $1) as project,
       (select json_agg(r order by r.place) from requirements r where r.project_id = $1) as requirements,
       (select json_agg(r order by r.key) from prd_roles r where r.project_id = $1) as roles,
       (select row_to_json(r) from prd_readings r where r.project_id = $1) as reading,
       (select count(*)::int from checkpoints where project_id = $1) as checkpoints,
       (select count(*)::int from events where scope = 'project:' || $1) as events,
       (select json_agg(u) from usage_counters u) as usage`,
    [projectId],
  );
  return rows[0];
}

describe('what a task answers', () => {
  test('can be said by lines, by id, and by what the call adds, and is quoted to whoever does it', async () => {
    const { lines, report } = await edit([
      { op: 'requirement_add', lines: '6', ref: 'tar' },
      { op: 'add', title: 'Hull', lines: '4-5', checks: ['It floats'] },
      { op: 'add', title: 'Tar', requirements: ['tar'], checks: ['It is tight'] },
      { op: 'add', title: 'Rig', ref: 'rig', checks: ['It holds'] },
      { op: 'split', id: 'rig', tasks: [{ title: 'Mast', lines: '8-10', checks: ['It stands'] }] },
    ]);
    const [, tar] = (await traced())[1] ?? [];
    expect(tar).toMatch(/^line-/);
    expect(await traced()).toEqual([['Hull', 'R1', 'R2'], ['Tar', tar], ['Rig'], ['Mast', 'R3']]);
    expect(lines[0]).toBe(`+ lines 6: work, ${tar} (tar)`);
    expect(report).toMatchObject({ planned: 4, work: 4, coverage: { percent: 100, to_decide: 0 } });
    expect((await tasks()).map(({ start, end }) => [start, end])).toEqual([
      [4, 5],
      [6, 6],
      [null, null],
      [9, 9],
    ]);
    await edit([{ op: 'update', id: 'T1', lines: '9' }]);
    expect((await traced())[0]).toEqual(['Hull', 'R3']);
  });

  test.each<[string, PlanOp, string]>([
    [
      'lines without any',
      { op: 'add', title: 'x', lines: '7-8' },
      'Nothing is asked for on lines 7-8. Nearest: R2 (line 5), R3 (line 9).',
    ],
    ['lines behind the end', { op: 'add', title: 'x', lines: '4,12' }, 'lines: 12 ends behind line 11'],
    ['lines the wrong way', { op: 'update', id: 'T1', lines: '9-4' }, 'lines: 9-4 are no lines'],
    ['an id that is not there', { op: 'add', title: 'x', requirements: ['R1', 'R9'] }, 'R9 is no requirement'],
    ['a part’s id', { op: 'split', id: 'T1', tasks: [{ title: 'x', requirements: ['R9'] }] }, 'R9 is no requirement'],
    ['a role of no lines', { op: 'role', lines: '400', role: 'work' }, 'lines: 400 ends behind line 11'],
    ['a role of blank lines', { op: 'role', lines: '2', role: 'work' }, 'Lines 2 of the PRD hold no text'],
    ['a role of nothing', { op: 'role', role: 'work' }, 'lines or section is needed'],
    ['no role', { op: 'role', lines: '4' }, 'role is needed'],
    [
      'no section',
      { op: 'role', section: '§9', role: 'limit' },
      'The PRD has no section “§9” (section). Sections: §1 Hull, §2 Rig.',
    ],
    ['nothing to reject', { op: 'requirement_reject', lines: '10' }, 'Nothing is asked for on lines 10.'],
    ['an unknown one to reject', { op: 'requirement_reject', requirements: ['R9'] }, 'R9 is no requirement'],
    ['nothing to add', { op: 'requirement_add', lines: '1-2' }, 'Lines 1-2 of the PRD hold no text'],
    ['a ref that is an id', { op: 'requirement_add', lines: '6', ref: 'R1' }, 'ref names two requirements'],
  ])('is refused for %s, by its op, and nothing is done', async (_what, op, message) => {
    await edit([{ op: 'add', title: 'Keel' }]);
    const before = await everything();
    for (const dryRun of [false, true])
      await expect(edit([{ op: 'add', title: 'First' }, op], { dryRun })).rejects.toMatchObject({
        message: expect.stringContaining(`ops[1] (${op.op}): `),
      });
    await expect(edit([{ op: 'add', title: 'First' }, op])).rejects.toThrow(message);
    expect(await everything()).toEqual(before);
  });

  test('cannot be said where there is no PRD', async () => {
    const bare = (await createProject(user.ctx, { name: 'Bare' })).id;
    const there = { ...claude, actor: { ...claude.actor, projectId: bare } } as EngineContext;
    for (const op of [
      { op: 'add', title: 'x', lines: '4' },
      { op: 'role', lines: '4', role: 'work' },
    ] satisfies PlanOp[])
      await expect(editPlanWithPrd(there, bare, { ops: [op], dryRun: false, baseSeq: undefined })).rejects.toThrow(
        `ops[0] (${op.op}): There is no PRD yet.`,
      );
  });

  test('of somebody else’s project is not there', async () => {
    const stranger = await addUser(services);
    await expect(
      editPlanWithPrd(withEngine(stranger.ctx, engine), projectId, {
        ops: [{ op: 'role', lines: '4', role: 'done' }],
        dryRun: false,
        baseSeq: undefined,
      }),
    ).rejects.toMatchObject({ type: 'NOT_FOUND', message: 'The project was not found.' });
  });
});

describe('roles', () => {
  test('are set on lines and sections before all other ops, with who did it, and told once', async () => {
    const { lines, report } = await edit([
      { op: 'add', title: 'Tar', lines: '6' },
      { op: 'role', lines: '6', role: 'work' },
      { op: 'role', section: 'rig', role: 'limit' },
    ]);
    expect(lines).toEqual(['+ T1 Tar', '= lines 6: work', '= §2: limit']);
    expect(await roles()).toEqual(['work', 'work', 'work', 'limit', 'limit']);
    expect(report).toMatchObject({ planned: 1, work: 3, unplanned: { count: 2 } });
    const prd = await getPrd(claude, { id: projectId });
    expect(prd?.blocks[2]?.set_by).toMatchObject({ kind: 'agent', name: 'claude-code' });
    const { rows } = await services.database.pool.query(
      `select data from events where scope = $1 and type = 'prd.updated' and data ->> 'cause' = 'roles'`,
      [`project:${projectId}`],
    );
    expect(rows).toEqual([{ data: { version: 1, cause: 'roles', work_lines: 3 } }]);
  });

  test('reject what the reader took for work, by id and by lines', async () => {
    const { lines, report } = await edit([
      { op: 'requirement_reject', requirements: ['R1'] },
      { op: 'requirement_reject', lines: '9' },
    ]);
    expect(lines).toEqual(['- R1: asked for no more, context', '- lines 9: asked for no more, context']);
    expect(await roles()).toEqual(['context', 'work', 'unsure', 'context', 'context']);
    expect(report).toMatchObject({ work: 1, unplanned: { shown: [{ id: 'R2' }] } });
    await expect(edit([{ op: 'add', title: 'Keel', requirements: ['R1'] }])).rejects.toThrow('R1 is no requirement');
  });

  test('that somebody else sets at the same moment are both in the reading', async () => {
    const read = engine.read;
    let others = 0;
    engine.read = async (content, wishes) => {
      if (others++ === 0)
        await setPrdRoles(withEngine(user.ctx, createFakeEngine()), {
          id: projectId,
          roles: [{ lines: { start: 10, end: 10 }, scope: 'block', role: 'done' }],
        });
      return read(content, wishes);
    };
    const { report } = await edit([
      { op: 'requirement_add', lines: '6', ref: 'tar' },
      { op: 'add', title: 'Tar', requirements: ['tar'] },
    ]);
    expect(others, 'thought out again').toBeGreaterThan(1);
    expect(await roles()).toEqual(['work', 'work', 'work', 'work', 'done']);
    expect(report).toMatchObject({ planned: 1, work: 4 });
    expect(await traced()).toHaveLength(1);
  });

  test('go back with the checkpoint that was taken before the draft', async () => {
    const { checkpoint } = await edit([
      { op: 'role', lines: '6', role: 'work' },
      { op: 'add', title: 'Tar', lines: '6' },
    ]);
    await restoreCheckpoint(user.ctx, { id: checkpoint as Id });
    expect(await roles()).toEqual(['work', 'work', 'unsure', 'work', 'context']);
    expect(await traced()).toEqual([]);
  });
});

describe('the report', () => {
  test('names what no task answers, what two answer, and tasks that are too bare or too full', async () => {
    const { report, isDryRun } = await edit(
      [
        { op: 'add', title: 'Keel', lines: '4', checks: ['It is straight'] },
        { op: 'add', title: 'Keel again', lines: '4' },
        { op: 'add', title: 'Full', checks: Array.from({ length: 13 }, (_, n) => `Check ${n}`) },
        { op: 'add', title: 'Parent', ref: 'p' },
        { op: 'add', title: 'Child', parent: 'p', checks: ['Seen'] },
      ],
      { dryRun: true },
    );
    expect(isDryRun).toBe(true);
    expect(report).toMatchObject({
      planned: 1,
      work: 3,
      unplanned: {
        count: 2,
        shown: [
          { id: 'R2', start_line: 5 },
          { id: 'R3', start_line: 9 },
        ],
      },
      twice: { count: 1, shown: [{ id: 'R1', numbers: [1, 2] }] },
      toDecide: { count: 1, shown: [{ start_line: 6 }] },
      unchecked: { count: 1, shown: [{ number: 2 }] },
      crowded: { count: 1, shown: [{ number: 3, checks: 13 }] },
    });
  });

  test('of a dry run leaves no trace: no row, role, reading, event, checkpoint or usage', async () => {
    await edit([{ op: 'add', title: 'Keel' }]);
    const before = await everything();
    await edit(
      [
        { op: 'role', section: 'Rig', role: 'context' },
        { op: 'requirement_add', lines: '6', ref: 'tar' },
        { op: 'list_add', name: 'New' },
        ...Array.from({ length: 8 }, (_, n): PlanOp => ({ op: 'add', title: `T ${n}`, list: 'New', lines: '4-6' })),
        { op: 'remove', id: 'T1' },
      ],
      { dryRun: true },
    );
    expect(await everything()).toEqual(before);
  });
});
