import { newId } from '#server/platform/id.ts';
import type { Instance } from './instance.ts';

const MINUTE = 60_000;

/** Entries of a timeline, inserted directly: a relay of two agents up to now, with something of every look. */
export async function addStory({ sql }: Instance, projectId: string): Promise<void> {
  const at = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
  const add = (minutes: number, kind: string, who: string, data: object, isOpen = false) =>
    sql(
      `insert into timeline (id, project_id, at, kind, who_kind, who, is_open, data) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        newId(),
        projectId,
        at(minutes),
        kind,
        who === 'Ada Lovelace' ? 'user' : 'agent',
        who,
        isOpen,
        JSON.stringify(data),
      ],
    );
  const work = (
    from: number,
    to: number,
    number: number,
    kind: string,
    who: string,
    more: object = {},
    isOpen = false,
  ) =>
    add(
      to,
      kind,
      who,
      { number, title: 'Raise the mast', slot: 1, fence: number, started_at: at(from), ...more },
      isOpen,
    );
  const diff = { files: 3, insertions: 1_240, deletions: 18 };
  await add(60 * 24 * 40, 'planned', 'Ada Lovelace', {
    plan: { cause: 'prd', added: 3, removed: 0, changed: 1, lists: 0, version: 3 },
  });
  await work(320, 300, 1, 'finished', 'codex-cli', {
    diff,
    tests: 'pass',
    notes: 4,
    commit: 'abcdef12',
    branch: 'mast',
  });
  await work(290, 280, 2, 'stopped', 'codex-cli', { last_call_at: at(285) });
  await add(60, 'took_over', 'claude-code', {
    number: 2,
    title: 'Raise the mast',
    from: 'codex-cli',
    last_call_at: at(285),
  });
  await work(60, 50, 2, 'finished', 'claude-code', { diff, tests: 'fail' });
  await work(48, 40, 3, 'blocked', 'claude-code', { text: 'no test key in the vault' }, true);
  await add(35, 'handover', 'codex-cli', { from: 'claude-code', notes: 3, has_checkpoint: true });
  await work(35, 20, 2, 'asked', 'codex-cli', { text: '401 or 403?' }, true);
  await add(12, 'noted', 'codex-cli', { notes: 2, started_at: at(14) });
  await work(10, 10, 3, 'held', 'codex-cli', {}, true);
}
