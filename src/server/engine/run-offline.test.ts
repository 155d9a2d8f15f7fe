import { afterEach, expect, test } from 'vitest';
import { AppError } from '#server/platform/error.ts';
import { planOffline } from './offline/plan-offline.ts';
import { closeOffline, readPrdOffline, runOffline } from './run-offline.ts';

const MANY = { maxTasks: 1_000 };
const SMALL = '# Ledger\n\n## Invoices\n\n- The system must number invoices.\n- Users can delete drafts.\n';

function longPrd(characters: number): string {
  const parts: string[] = ['# Ledger'];
  for (let length = 0, part = 1; length < characters; part += 1) {
    const section = [
      `## Area ${part}`,
      ...Array.from(
        { length: 20 },
        (_, item) => `- The system must keep item ${item} of area ${part} for at least ${item + 1} days.`,
      ),
    ].join('\n');
    parts.push(section);
    length += section.length;
  }
  return parts.join('\n\n');
}

afterEach(closeOffline);

test('a thread gives the same plan as the function', async () => {
  expect(await runOffline(SMALL, [], MANY)).toEqual(planOffline(SMALL, [], MANY));
});

test('reading alone gives what was found', async () => {
  expect(await readPrdOffline(SMALL)).toEqual(planOffline(SMALL, [], MANY).extraction);
});

test('the server goes on while half a megabyte is planned', async () => {
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  const planned = runOffline(longPrd(500_000), [], MANY).finally(() => {
    isDone = true;
  });
  setImmediate(turn);
  const { draft } = await planned;
  expect(draft.tasks.length).toBeGreaterThan(100);
  // On the thread that answers requests it would have been a handful, before and after.
  expect(turns).toBeGreaterThan(100);
});

test('many at once are all answered, each with its own plan', async () => {
  const texts = ['Alpha', 'Beta', 'Gamma', 'Delta'].map((name) => `# ${name}\n\n- The system must show ${name}.\n`);
  const plans = await Promise.all(texts.map((text) => runOffline(text, [], MANY)));
  expect(plans).toEqual(texts.map((text) => planOffline(text, [], MANY)));
});

test('one account cannot take every place, and whoever finds none is told that the server is busy', async () => {
  const text = longPrd(500_000);
  const read = (by: string) => readPrdOffline(text, [], by).catch((error: unknown) => error);
  const busy = { type: 'INTERNAL_ERROR', status: 503, detail: { code: 'SERVER_BUSY', retryAfterSeconds: 5 } };
  // The first is being read, eight wait, the tenth is one too many.
  const own = Array.from({ length: 10 }, () => read('ada'));
  expect(await own.at(-1)).toMatchObject(busy);
  // 42 places are left for others.
  const others = Array.from({ length: 42 }, (_, i) => read(`guest ${i}`));
  expect(await read('eve')).toMatchObject(busy);
  await closeOffline();
  const answers = await Promise.all([...own.slice(0, -1), ...others]);
  expect(answers.filter((answer) => !(answer instanceof AppError && answer.message.includes('is stopping')))).toEqual(
    [],
  );
});

test('what takes too long is stopped and said, and the next one is planned', async () => {
  const slow = runOffline(longPrd(1_000_000), [], { ...MANY, limitSeconds: 0.01 });
  const after = runOffline(SMALL, [], MANY);
  await expect(slow).rejects.toThrow(AppError);
  await expect(slow).rejects.toMatchObject({ type: 'PAYLOAD_TOO_LARGE' });
  expect((await after).draft.tasks).toHaveLength(2);
});

test('a server that stops tells those who wait', async () => {
  const waiting = [runOffline(longPrd(500_000), [], MANY), runOffline(SMALL, [], MANY)];
  const settled = Promise.allSettled(waiting);
  await closeOffline();
  for (const result of await settled) expect(result.status).toBe('rejected');
  expect((await runOffline(SMALL, [], MANY)).draft.tasks).toHaveLength(2);
});
