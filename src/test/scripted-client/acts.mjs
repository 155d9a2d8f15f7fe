import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { once } from 'node:events';
import { openBaton } from './open-baton.mjs';

const { BATON_TASK: task = '' } = process.env;
const FLOOD = 100_000;

/** What the steps of a script do, each by its name. */
export function openActs({ argv, format, prompt, via }) {
  const baton = openBaton(via, argv);
  const finish = async (outcome, fields) => {
    format.tool('task_finish', { outcome });
    await baton.finish(outcome, fields);
    format.end();
  };
  const fill = (words) => words.replaceAll('{task}', task);

  function write(files = {}) {
    for (const [path, content] of Object.entries(files)) {
      const file = fill(path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, fill(content));
      format.edit(file);
    }
  }
  function commit({ commit: isWanted = true, does }) {
    if (!isWanted || git('status', '--porcelain') === '') return;
    format.run('git commit');
    git('add', '-A');
    git('commit', '--quiet', '--no-verify', '-m', `${task}: ${does}`);
  }
  const done = (summary) => finish('done', { summary });

  const acts = {
    async works(step) {
      format.said(`I work on ${task}.`);
      write(step.files);
      commit(step);
      await done(`Did ${task} as the script says.`);
    },
    /** Until a file appears somewhere else. */
    async 'waits-for'(step) {
      format.said(`I wait for ${step.file}.`);
      await waitFor(step.file);
      await acts.works(step);
    },
    async breaks(step) {
      write({ ...step.files, BROKEN: '{task}\n' });
      commit(step);
      await done(`Did ${task}, and broke something.`);
    },
    async mends(step) {
      rmSync('BROKEN', { force: true });
      write(step.files);
      commit(step);
      await done(`Mended what broke ${task}.`);
    },
    async resolves(step) {
      settleConflict(prompt, format);
      write(step.files);
      commit({ ...step, commit: step.commit ?? isMerging() });
      await done(`Settled the conflict of ${task}.`);
    },
    async hangs(step) {
      write(step.files);
      await new Promise(() => setInterval(() => undefined, 60_000));
    },
    crashes(step) {
      write(Object.fromEntries(Object.entries(step.files ?? {}).slice(0, 1)));
      console.error('The scripted client crashes.');
      process.exit(1);
    },
    async floods(step) {
      for (let line = 0; line < FLOOD; line += 1)
        if (!format.line(`line ${line} of a flood`)) await once(process.stdout, 'drain');
      await acts.works(step);
    },
    asks: (step) =>
      finish('ask', { question: step.question ?? 'Red or green?', options: [{ label: 'Red' }, { label: 'Green' }] }),
    /** Its program may take a while to end after that. */
    async releases(step) {
      await finish('release', { summary: step.summary ?? 'Somebody else should do this.' });
      if (step.until !== undefined) await waitFor(step.until);
    },
    blocks: (step) => finish('block', { summary: step.summary ?? 'The harbour is closed.' }),
    skips: (step) => finish('skip', { summary: step.summary ?? 'It is there already.' }),
    'silent-end'(step) {
      write(step.files);
      commit(step);
    },
    'claims-nothing': () => done(`Did ${task}, as it is.`),
    limit(step) {
      format.limit(step.text);
      process.exitCode = 1;
    },
    async 'unknown-lines'(step) {
      format.unknown();
      await acts.works(step);
    },
  };
  return acts;
}

async function waitFor(file) {
  while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 50));
}

const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=Agent', '-c', 'user.email=agent@example.com', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

const gitPath = (name) => git('rev-parse', '--git-path', name);
const isMerging = () => existsSync(gitPath('MERGE_HEAD'));

/** Keeps both sides. Without a merge under way it merges what the prompt says it conflicts with. */
function settleConflict(prompt, format) {
  const base = /^This is try .* conflicts with `+([^`\n]+)`+ in/m.exec(prompt)?.[1];
  if (unmerged().length === 0 && !isMerging() && base !== undefined) {
    format.run(`git merge ${base}`);
    try {
      git('merge', '--no-edit', '--no-gpg-sign', base);
    } catch {
      // It stops at a conflict.
    }
  }
  const named =
    /^This is try[^\n]* conflicts with [^\n]*\n`{3,}\n([\s\S]*?)\n`{3,}$/m.exec(prompt)?.[1]?.split('\n') ?? [];
  for (const file of new Set([...unmerged(), ...named])) {
    if (!existsSync(file)) continue;
    const both = readFileSync(file, 'utf8').replaceAll(/^(?:[<|>]{7} .*|={7}|[<|>]{7})\n/gm, '');
    writeFileSync(file, both);
    format.edit(file);
  }
}

const unmerged = () => git('diff', '--name-only', '--diff-filter=U').split('\n').filter(Boolean);
