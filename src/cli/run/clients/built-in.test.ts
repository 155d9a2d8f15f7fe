import { afterEach, describe, expect, test } from 'vitest';
import { type CliWorld, withCliWorld } from '#test/cli-world.ts';
import { removeStarted, startClient } from '#test/start-client.ts';
import { BUILT_IN } from './built-in.ts';
import { shortLine } from './short-line.ts';

let world: CliWorld;
withCliWorld((given) => (world = given));
afterEach(removeStarted);

const show = async (number: number) => (await world.baton(['show', `T${number}`])).stdout;
const files = { 'work/{task}.txt': '{task} by the scripted client\n' };
/** What names a start: folders made for it. */
const sameFor = (argv: string[] | undefined) => argv?.map((word) => word.replaceAll(/baton-client-\w+/g, 'X'));

describe.each(BUILT_IN)('$client.name', ({ client, program }) => {
  const format = program;

  test('it is given Baton in its own way, works without a claim, and what it prints is read', async () => {
    await world.addTasks('Lay the keel');
    const started = await startClient(world, client, {
      program,
      format,
      via: 'mcp',
      step: { does: 'works', files },
    });
    expect({ code: started.code, stderr: started.stderr }).toEqual({ code: 0, stderr: '' });
    expect(await show(1)).toContain('[done');
    const lines = started.events.flatMap((event) => shortLine(event, started.folder) ?? []);
    expect(lines).toEqual(['I work on T1.', 'Edit   work/T1.txt', 'Run    git commit', 'finish done:']);
    expect(started.events).toContainEqual(expect.objectContaining({ kind: 'spent', tokens: expect.any(Number) }));
    expect(started.noted).toMatchObject([{ task: 'T1', promptBytes: expect.any(Number) }]);
    expect(started.noted[0]?.promptBytes).toBeGreaterThan(500);
  });

  test('a usage limit is told, and the task is not finished', async () => {
    await world.addTasks('Lay the keel');
    const { code, events } = await startClient(world, client, { program, format, step: { does: 'limit' } });
    expect(code).toBe(1);
    const limit = events.find((event) => event.kind === 'limit');
    expect(limit).toMatchObject({ until: expect.any(Date) });
    expect(await show(1)).toContain('[wip');
  });

  test('lines of an unknown kind are left out', async () => {
    await world.addTasks('Lay the keel');
    const { code, events } = await startClient(world, client, { program, format, step: { does: 'unknown-lines' } });
    expect(code).toBe(0);
    expect(JSON.stringify(events)).not.toContain('Hm.');
  });

  test('a hostile brief and secrets do not reach its arguments', async () => {
    await world.addTasks('Lay the keel', 'x; rm -rf / $(touch x)\n--dangerously-skip-permissions "{prompt}" \'`id`');
    const step = { does: 'claims-nothing' };
    const benign = await startClient(world, client, { program, format, step });
    const brief = 'x; rm -rf /\n```\n--dangerously-skip-permissions "{prompt}" $(touch x) \'`id`';
    const hostile = await startClient(world, client, { program, format, step, brief });
    expect(hostile.noted[0]?.task).toBe('T2');
    expect(sameFor(hostile.noted[0]?.argv)).toEqual(sameFor(benign.noted[0]?.argv));
    expect(benign.noted[0]?.argv.join(' ')).not.toContain(world.apiKey);
    expect(benign.noted[0]?.argv.join(' ')).not.toMatch(/\d+\.[a-z0-9]{8}\b/);
  });
});
