import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LEASE_MINUTES, NOTE_BODY_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { Task } from '#contract/task.ts';
import { createProject, deleteProject, updateProject } from '#server/projects/index.ts';
import { raiseProjectLimit } from '#test/builders.ts';
import { fillDisk } from '#test/fill-disk.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { type World, expectSameBothWays } from '#test/two-worlds.ts';
import { addDependency } from '../tree/add-dependency.ts';
import { createTask } from '../tree/create-task.ts';
import { deleteTask } from '../tree/delete-task.ts';
import { createTaskList, deleteTaskList, updateTaskList } from '../tree/edit-task-list.ts';
import { moveTask } from '../tree/move-task.ts';
import { updateTask } from '../tree/update-task.ts';
import { answerQuestion } from './answer-question.ts';
import { claimTask } from './claim-task.ts';
import { finishTask } from './finish-task.ts';
import { releaseBaton } from './release-baton.ts';

/**
 * Cases where the database functions (fast path) and the general path could diverge: each runs both ways and is
 * compared.
 */

const LEASE_MS = LEASE_MINUTES * 60_000;
const VERIFIED = { command: 'make check', exit_code: 0, seconds: 1.5, output: 'ok', commit: 'abcd1234' };
const OPEN_CHECKS = [
  { text: 'Straight', met: false },
  { text: 'Floats', met: true, seen: 'In the dock' },
  { text: 'Painted “blue”', met: false },
];

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
});
afterAll(() => services.dispose());

const rules = ({ user, projectId }: World, changed: object) => updateProject(user.ctx, { id: projectId, ...changed });
const sql = (text: string, values: unknown[]) => services.database.pool.query(text, values);
const below = (parent: { id: Id }) => ({ parent_task_id: parent.id });
const waits = ({ user }: World, task: Task, ahead: Task) =>
  addDependency(user.ctx, { id: task.id, depends_on_id: ahead.id });
/** Claims a task and returns the token. */
const take = async (world: World, task: Task, as = world.agent('claude')): Promise<string> =>
  (await world.claim(as, task))?.token ?? '';

type Case = [what: string, work: (world: World) => Promise<unknown>];

/** Each case ends by claiming the next task: that depends on the state a step left behind. */
const thenNext =
  (work: (world: World) => Promise<unknown>) =>
  async (world: World): Promise<void> => {
    await work(world);
    await world.claimNextWithBrief(world.agent('late'));
    await world.claimNext(world.agent('later'));
  };

const both = (what: string, cases: Case[]) =>
  describe(what, () => {
    test.each(cases)('%s', async (_what, work) => expectSameBothWays(services, thenNext(work)));
  });

/** Finishes a task with these checks, under a completion rule, with evidence. */
const finishing =
  (rule: object, fields: object, checks = OPEN_CHECKS) =>
  async (world: World) => {
    await rules(world, rule);
    const task = await world.add('Keel', { checks });
    await world.add('Rig');
    const baton = await take(world, task);
    await world.finish(world.agent('claude'), task, { baton, ...fields });
    await world.finish(world.agent('claude'), task, { baton, outcome: 'skip', ...fields });
  };
const seen = (...places: number[]) => ({ checks: places.map((n) => ({ n, seen: `Saw ${n} “so”` })) });
const WORD = { done_means: 'word' };
const CHECKS = { done_means: 'checks' };
const PROVEN = { done_means: 'verified', verify_command: ' make check ' };

both('checks and proof', [
  ['by word, none seen', finishing(WORD, {})],
  ['by word, one seen', finishing(WORD, seen(1))],
  ['by word, one seen twice', finishing(WORD, { checks: [...seen(1).checks, { n: 1, seen: 'Again' }] })],
  ['by word, one already met seen again', finishing(WORD, seen(2))],
  ['by word, one that is not there', finishing(WORD, seen(4))],
  ['by word, one of a task without checks', finishing(WORD, seen(1), [])],
  ['by checks, none seen', finishing(CHECKS, {})],
  ['by checks, one left', finishing(CHECKS, seen(3))],
  ['by checks, all seen', finishing(CHECKS, seen(1, 3))],
  ['by checks, none to see', finishing(CHECKS, {}, [])],
  ['verified, not at all', finishing(PROVEN, seen(1, 3))],
  ['verified, checks open', finishing(PROVEN, { verification: VERIFIED })],
  ['verified, as it should', finishing(PROVEN, { ...seen(1, 3), verification: VERIFIED })],
  [
    'verified, with room around the command',
    finishing(PROVEN, { ...seen(1, 3), verification: { ...VERIFIED, command: 'make check\n' } }),
  ],
  ['verified, another command', finishing(PROVEN, { ...seen(1, 3), verification: { ...VERIFIED, command: 'make' } })],
  ['verified, failed', finishing(PROVEN, { ...seen(1, 3), verification: { ...VERIFIED, exit_code: 2 } })],
  ['verified, where the project has no command', finishing({ done_means: 'verified' }, seen(1, 3))],
  ['verified though nobody asked', finishing(WORD, { verification: { ...VERIFIED, exit_code: 1 } })],
  [
    'under the rule of the claim, not of now',
    async (world) => {
      const task = await world.add('Keel', { checks: OPEN_CHECKS });
      const baton = await take(world, task);
      await rules(world, CHECKS);
      await world.finish(world.agent('claude'), task, { baton });
    },
  ],
  [
    'the command of now',
    async (world) => {
      await rules(world, PROVEN);
      const task = await world.add('Keel');
      const baton = await take(world, task);
      await rules(world, { verify_command: 'make all' });
      await world.finish(world.agent('claude'), task, { baton, verification: VERIFIED });
      await world.finish(world.agent('claude'), task, { baton, verification: { ...VERIFIED, command: 'make all' } });
    },
  ],
]);

both('what is said at the end', [
  ['a summary and nothing else', finishing(WORD, {})],
  ['too little', finishing(WORD, { summary: 'Done.' })],
  ['nothing', finishing(WORD, { summary: '   ' })],
  ['a question that belongs elsewhere', finishing(WORD, { question: 'Oak?' })],
  ['evidence and files', finishing(WORD, { evidence: ' Seen. ', files: ['a.ts', 'b “c”.ts'] })],
  ['where the work is', finishing(WORD, { commit: 'ABCD1234', branch: 'keel', pr: '#12' })],
  ['how much it is', finishing(WORD, { diff: { files: 1, insertions: 2, deletions: 0 } })],
  [
    'all of it at once',
    finishing(WORD, { ...seen(1), files: ['a.ts'], evidence: 'Seen.', branch: 'keel', verification: VERIFIED }),
  ],
  [
    'quotes, lines and other scripts',
    finishing(WORD, { summary: '"Kiel" \\ gelegt\n\u2028 三つの言葉 🛶 \\u0041 {"a":1}' }),
  ],
  ['text at its limit', finishing(WORD, { summary: `The end ${'ü'.repeat(NOTE_BODY_MAX - 8)}` })],
  ['text just under what the function takes', finishing(WORD, { summary: `The end ${'x'.repeat(15_000)}` })],
  ['text just over what the function takes', finishing(WORD, { summary: `The end ${'x'.repeat(16_500)}` })],
  [
    'work on a task that has some already',
    async (world) => {
      const task = await world.add('Keel');
      const first = await take(world, task);
      await world.finish(world.agent('claude'), task, { baton: first, branch: 'keel', verification: VERIFIED });
      await updateTask(world.user.ctx, { id: task.id, status: 'open' });
      const second = await take(world, task);
      await world.finish(world.agent('claude'), task, { baton: second, commit: 'feed1234' });
      await updateTask(world.user.ctx, { id: task.id, status: 'open' });
      const third = await take(world, task);
      await world.finish(world.agent('claude'), task, { baton: third });
    },
  ],
  ...(['release', 'block', 'skip', 'ask'] as const).map((outcome): Case => [
    `outcome ${outcome}`,
    async (world) => {
      const task = await world.add('Keel', { checks: OPEN_CHECKS });
      const baton = await take(world, task);
      const fields = outcome === 'ask' ? { question: 'Oak or elm?' } : {};
      await world.finish(world.agent('claude'), task, { baton, outcome, branch: 'keel', ...seen(1), ...fields });
      await world.claim(world.agent('codex'), task);
    },
  ]),
]);

both('up the tree', [
  [
    'the last child ends its parents, three levels up, and what waits for each of them is ready',
    async (world) => {
      const top = await world.add('Top');
      const middle = await world.add('Middle', below(top));
      const low = await world.add('Low', below(middle));
      const leaf = await world.add('Leaf', below(low));
      const rest = await world.add('Rest', below(low));
      const [a, b, c] = [await world.add('A'), await world.add('B'), await world.add('C')];
      await waits(world, a, top);
      await waits(world, b, middle);
      await waits(world, b, leaf);
      await waits(world, c, rest);
      for (const task of [leaf, rest])
        await world.finish(world.agent('claude'), task, { baton: await take(world, task) });
      await rules(world, { baton_slots: 3 });
    },
  ],
  [
    'a parent that is blocked, asks and was asked to be looked at',
    async (world) => {
      const parent = await world.add('Parent', { checks: OPEN_CHECKS });
      await updateTask(world.user.ctx, { id: parent.id, blocked_reason: 'No oak' });
      await sql(`update tasks set prd_state = 'review' where id = $1`, [parent.id]);
      const child = await world.add('Child', below(parent));
      await world.finish(world.agent('claude'), child, { baton: await take(world, child) });
    },
  ],
  [
    'a parent that somebody holds',
    async (world) => {
      await rules(world, { baton_slots: 2 });
      const parent = await world.add('Parent');
      await take(world, parent, world.agent('codex', 'one'));
      const child = await world.add('Child', below(parent));
      await world.finish(world.agent('claude'), child, { baton: await take(world, child) });
      await world.claimNext(world.agent('codex', 'one'));
    },
  ],
  [
    'a parent with a list that was deleted, and a sibling that was',
    async (world) => {
      const parent = await world.add('Parent');
      const gone = await world.add('Gone', below(parent));
      await deleteTaskList(world.user.ctx, { id: gone.task_list_id });
      const child = await world.add('Child', below(parent));
      const sibling = await world.add('Sibling', below(parent));
      const baton = await take(world, child);
      await deleteTask(world.user.ctx, { id: sibling.id });
      await world.finish(world.agent('claude'), child, { baton });
    },
  ],
  [
    'a task whose children are all deleted',
    async (world) => {
      const parent = await world.add('Parent');
      const child = await world.add('Child', below(parent));
      await deleteTask(world.user.ctx, { id: child.id });
      await world.finish(world.agent('claude'), parent, { baton: await take(world, parent) });
    },
  ],
  [
    'a task that got children while it was held',
    async (world) => {
      const task = await world.add('Keel');
      const baton = await take(world, task);
      await world.add('Late', below(task));
      await world.finish(world.agent('claude'), task, { baton });
    },
  ],
  [
    'several who wait for one, and one who waits for several',
    async (world) => {
      const [a, b] = [await world.add('A'), await world.add('B')];
      const dependents = [await world.add('C'), await world.add('D'), await world.add('E')];
      for (const task of dependents) await waits(world, task, a);
      await waits(world, dependents[0] as Task, b);
      await updateTask(world.user.ctx, { id: (dependents[1] as Task).id, blocked_reason: 'No oak' });
      await world.claim(world.agent('claude'), dependents[2] as Task);
      for (const task of [a, b]) await world.finish(world.agent('claude'), task, { baton: await take(world, task) });
    },
  ],
  [
    'lists one after the other',
    async (world) => {
      const later = await createTaskList(world.user.ctx, { id: world.projectId, name: 'Later' });
      const last = await createTask(world.user.ctx, { id: world.projectId, title: 'Last', task_list_id: later.id });
      const first = await world.add('First');
      await waits(world, last, first);
      await world.finish(world.agent('claude'), first, { baton: await take(world, first) });
      await updateTaskList(world.user.ctx, { id: later.id, name: 'Sooner' });
    },
  ],
]);

both('leases and slots', [
  [
    'somebody else’s lease is over',
    async (world) => {
      const [a] = [await world.add('A'), await world.add('B')];
      await take(world, a, world.agent('gone', 'one'));
      services.clock.advance(LEASE_MS);
    },
  ],
  [
    'one’s own lease is over',
    async (world) => {
      const [a] = [await world.add('A'), await world.add('B')];
      const baton = await take(world, a);
      services.clock.advance(LEASE_MS - 1);
      await world.finish(world.agent('claude'), a, { baton: `${baton}x` });
      services.clock.advance(1);
      await world.finish(world.agent('claude'), a, { baton });
      await world.claimNext(world.agent('claude'));
    },
  ],
  [
    'the last millisecond of a lease',
    async (world) => {
      const a = await world.add('A');
      const baton = await take(world, a);
      // Every step takes a millisecond of the fake clock.
      services.clock.advance(LEASE_MS - 2);
      await world.finish(world.agent('claude'), a, { baton });
    },
  ],
  [
    'somebody else’s lease is over in another slot',
    async (world) => {
      await rules(world, { baton_slots: 3 });
      const [a, b, c] = [await world.add('A'), await world.add('B'), await world.add('C')];
      await take(world, a, world.agent('gone'));
      services.clock.advance(LEASE_MS / 2);
      const baton = await take(world, b);
      services.clock.advance(LEASE_MS / 2);
      await world.finish(world.agent('claude'), b, { baton });
      await world.claim(world.agent('claude'), c);
    },
  ],
  [
    'three slots, one given back, and fewer than are held',
    async (world) => {
      await rules(world, { baton_slots: 3 });
      const all = [await world.add('A'), await world.add('B'), await world.add('C'), await world.add('D')];
      const tokens: string[] = [];
      for (const [n, task] of all.slice(0, 3).entries())
        tokens.push(await take(world, task, world.agent(`agent-${n}`)));
      await world.finish(world.agent('agent-1'), all[1] as Task, { baton: tokens[1] as string });
      await world.claimNext(world.agent('agent-3'));
      await rules(world, { baton_slots: 1 });
      await world.finish(world.agent('agent-0'), all[0] as Task, { baton: tokens[0] as string });
      await world.claimNext(world.agent('agent-0'));
    },
  ],
  [
    'whoever holds one asks for another',
    async (world) => {
      await rules(world, { baton_slots: 3 });
      const [a, b] = [await world.add('A'), await world.add('B')];
      for (const as of [world.agent('claude'), world.agent('claude', 'one'), world.person]) {
        await world.claim(as, a);
        await world.claim(as, b);
        await world.claimNext(as);
      }
    },
  ],
  [
    'a person holds it',
    async (world) => {
      const a = await world.add('A');
      const { token = '' } = (await world.claim(world.person, a)) ?? {};
      await world.claim(world.agent('claude'), a);
      await world.finish(world.agent('claude'), a, { baton: token });
    },
  ],
  [
    'a person ends its own',
    async (world) => {
      const a = await world.add('A');
      const { token = '' } = (await world.claim(world.person, a)) ?? {};
      await world.finish(world.person, a, { baton: token });
    },
  ],
  [
    'a name of its own at the claim',
    async (world) => {
      await rules(world, { baton_slots: 2 });
      const [a, b] = [await world.add('A'), await world.add('B')];
      const as = world.agent('claude', 'one');
      for (const [task, agent] of [
        [a, 'left'],
        [b, 'right'],
      ] as const) {
        const taken = await world.keep('claim', () => claimTask(as, { id: task.id, agent }));
        await world.finish(as, task, { baton: taken?.token ?? '' });
      }
      const { id } = await world.add('C');
      await world.keep('claim', () => claimTask(world.person, { id, agent: 'left' }));
    },
  ],
]);

both('tokens', [
  [
    'of another number, secret and task',
    async (world) => {
      await rules(world, { baton_slots: 2 });
      const [a, b] = [await world.add('A'), await world.add('B')];
      const [ofA, ofB] = [await take(world, a), await take(world, b, world.agent('codex'))];
      const secret = (token: string) => token.split('.')[1] ?? '';
      for (const baton of [`2.${secret(ofA)}`, `1.${secret(ofB)}`, '1.aaaaaaaa', ofB, `9.${secret(ofA)}`])
        await world.finish(world.agent('claude'), a, { baton });
    },
  ],
  [
    'of before: handed back, taken away, finished',
    async (world) => {
      const a = await world.add('A');
      const first = await take(world, a);
      await world.keep('release', () => releaseBaton(world.person, { id: a.id, baton: first }));
      await world.finish(world.agent('claude'), a, { baton: first });
      const second = await take(world, a);
      await world.finish(world.agent('claude'), a, { baton: first });
      await world.keep('force', () => releaseBaton(world.person, { id: a.id }));
      await world.finish(world.agent('claude'), a, { baton: second });
      const third = await take(world, a);
      await world.finish(world.agent('claude'), a, { baton: third });
      await world.finish(world.agent('claude'), a, { baton: third });
    },
  ],
  [
    'in other hands: another name, another session, none',
    async (world) => {
      const [a, b, c] = [await world.add('A'), await world.add('B'), await world.add('C')];
      await world.finish(world.agent('codex'), a, { baton: await take(world, a) });
      await world.finish(world.agent('codex', 'two'), b, { baton: await take(world, b, world.agent('claude', 'one')) });
      const baton = await take(world, c, world.agent('claude', 'one'));
      await world.finish(world.agent('claude', 'one'), c, { baton: `${baton}x` });
      await world.finish(world.person, c, { baton });
    },
  ],
  [
    'where the status was set by hand: nobody was given one',
    async (world) => {
      const a = await world.add('A');
      const as = world.agent('claude', 'one');
      await updateTask(as, { id: a.id, status: 'wip' });
      await world.finish(as, a, { baton: '1.aaaaaaaa' });
      await world.claim(world.agent('codex'), a);
    },
  ],
]);

both('around the task', [
  [
    'a question that nobody has answered, then one that was',
    async (world) => {
      const a = await world.add('A');
      const ask = async () =>
        world.finish(world.agent('claude'), a, {
          baton: await take(world, a),
          outcome: 'ask',
          question: 'Oak or elm?',
        });
      await ask();
      await world.claim(world.agent('codex'), a);
      await world.keep('force', () => releaseBaton(world.person, { id: a.id }));
      await ask();
      await world.keep('answer', () => answerQuestion(world.person, { id: a.id, text: 'Oak.' }));
      await world.finish(world.agent('codex'), a, { baton: await take(world, a, world.agent('codex')) });
    },
  ],
  [
    'left behind by somebody',
    async (world) => {
      const a = await world.add('A');
      await take(world, a, world.agent('gone'));
      await world.keep('force', () => releaseBaton(world.person, { id: a.id }));
      await world.finish(world.agent('claude'), a, { baton: await take(world, a) });
    },
  ],
  [
    'blocked, waiting, done, deleted, a parent, not there',
    async (world) => {
      const [blocked, waiting, done, gone, parent] = [
        await world.add('Blocked'),
        await world.add('Waiting'),
        await world.add('Done'),
        await world.add('Gone'),
        await world.add('Parent'),
      ];
      await updateTask(world.user.ctx, { id: blocked.id, blocked_reason: 'No oak' });
      await waits(world, waiting, blocked);
      await updateTask(world.user.ctx, { id: done.id, status: 'done' });
      await deleteTask(world.user.ctx, { id: gone.id });
      await world.add('Child', below(parent));
      for (const task of [waiting, done, gone, parent, { id: world.projectId }, blocked])
        await world.claim(world.agent('claude'), task);
    },
  ],
  [
    'renamed, moved below another and to another list while it was held',
    async (world) => {
      await rules(world, { baton_slots: 2 });
      const [a, b, target] = [await world.add('A'), await world.add('B'), await world.add('Target')];
      const later = await createTaskList(world.user.ctx, { id: world.projectId, name: 'Later' });
      const [ofA, ofB] = [await take(world, a), await take(world, b, world.agent('codex'))];
      await updateTask(world.user.ctx, { id: a.id, title: 'Renamed', description: 'New.', checks: OPEN_CHECKS });
      await moveTask(world.user.ctx, { id: a.id, parent_task_id: target.id });
      await moveTask(world.user.ctx, { id: b.id, task_list_id: later.id });
      await world.finish(world.agent('claude'), a, { baton: ofA, ...seen(1) });
      await world.finish(world.agent('codex'), b, { baton: ofB });
    },
  ],
  [
    'blocked, or waiting for another, while it was held',
    async (world) => {
      const [a, b] = [await world.add('A'), await world.add('B')];
      const baton = await take(world, a);
      await waits(world, a, b);
      await updateTask(world.user.ctx, { id: a.id, blocked_reason: 'No oak' });
      await world.finish(world.agent('claude'), a, { baton });
    },
  ],
  [
    'to be looked at because its requirement changed',
    async (world) => {
      const a = await world.add('A');
      await sql(`update tasks set prd_state = 'review' where id = $1`, [a.id]);
      await world.finish(world.agent('claude'), a, { baton: await take(world, a) });
    },
  ],
  [
    'deleted while it was held',
    async (world) => {
      const a = await world.add('A');
      const baton = await take(world, a);
      await world.keep('delete', () => deleteTask(world.person, { id: a.id }));
      await releaseBaton(world.user.ctx, { id: a.id });
      await deleteTask(world.user.ctx, { id: a.id });
      await world.finish(world.agent('claude'), a, { baton });
    },
  ],
]);

/** A project that became read-only: nothing can be claimed, and what is held can only be released. */
const closing = (close: (world: World) => Promise<unknown>) => async (world: World) => {
  await rules(world, { baton_slots: 2 });
  const [a, b] = [await world.add('A'), await world.add('B')];
  const baton = await take(world, a);
  await close(world);
  await world.claim(world.agent('codex'), b);
  await world.finish(world.agent('claude'), a, { baton });
  await world.finish(world.agent('claude'), a, { baton, outcome: 'release' });
};

both('a project', [
  [
    'that is archived',
    closing(({ user, projectId }) => updateProject(user.ctx, { id: projectId, status: 'archived' })),
  ],
  [
    'that is beyond the plan',
    closing(({ projectId }) => sql('update projects set read_only_at = now() where id = $1', [projectId])),
  ],
  ['that is deleted', closing(({ user, projectId }) => deleteProject(user.ctx, { id: projectId }))],
  [
    'of somebody else',
    async (world) => {
      const a = await world.add('A');
      const baton = await take(world, a);
      const { actor } = world.agent('claude');
      if (actor.kind !== 'agent') throw new Error('no agent');
      const stranger = { ...world.agent('claude'), actor: { ...actor, userId: world.projectId } };
      await world.claimNext(stranger);
      await world.claim(stranger, a);
      await world.finish(stranger, a, { baton });
    },
  ],
  [
    'that is not the one an agent is bound to',
    async (world) => {
      const a = await world.add('A');
      const { id: elsewhere } = await createProject(world.user.ctx, { name: 'Elsewhere' });
      const { actor } = world.agent('claude');
      if (actor.kind !== 'agent') throw new Error('no agent');
      const bound = (projectId: Id | null) => ({ ...world.agent('claude'), actor: { ...actor, projectId } });
      await world.claimNext(bound(elsewhere));
      await world.claim(bound(elsewhere), a);
      const baton = await take(world, a, bound(null));
      await world.finish(bound(elsewhere), a, { baton });
      const named = (projectId: Id) => ({ projectId, ref: { number: 1 } });
      for (const [as, place] of [
        [bound(elsewhere), world.projectId],
        [bound(world.projectId), elsewhere],
      ] as const)
        await world.keep('finish', () =>
          finishTask(as, { id: named(place), baton, outcome: 'done', summary: 'Laid the keel.' }),
        );
      await world.finish(bound(null), a, { baton });
    },
  ],
  [
    'whose owner has no room left',
    async (world) => {
      await rules(world, { baton_slots: 2 });
      const [a, b] = [await world.add('A'), await world.add('B')];
      const baton = await take(world, a);
      await sql('update project_sizes set notes = 900000000000 where project_id = $1', [world.projectId]);
      await world.claim(world.agent('codex'), b);
      await world.claimNext(world.agent('codex'));
      await world.finish(world.agent('claude'), a, { baton, outcome: 'release' });
      await world.finish(world.agent('claude'), a, { baton });
      await sql('update project_sizes set notes = 0 where project_id = $1', [world.projectId]);
    },
  ],
  [
    'on a full disk',
    async (world) => {
      await rules(world, { baton_slots: 2 });
      const [a, b] = [await world.add('A'), await world.add('B')];
      const baton = await take(world, a);
      const makeRoom = await fillDisk(services.database.pool);
      try {
        await world.claim(world.agent('codex'), b);
        await world.claimNext(world.agent('codex'));
        await world.finish(world.agent('claude'), a, { baton });
      } finally {
        await makeRoom();
      }
      await world.finish(world.agent('claude'), a, { baton });
    },
  ],
]);

test('the comparison sees a step that only one of the two took', async () => {
  const work = async (world: World) => {
    const task = await world.add('A');
    await world.claim(world.agent('claude'), task);
    if (world.person.isGeneralPath === true)
      await world.keep('force', () => releaseBaton(world.person, { id: task.id }));
  };
  await expect(expectSameBothWays(services, work)).rejects.toThrow();
});
