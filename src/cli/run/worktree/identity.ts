import { inheritedEnvironment } from '../../environment.ts';
import { askGit } from './git.ts';

/** Arguments with a name and an address for whoever has configured none: git would guess, or refuse. */
export async function identityOf(folder: string): Promise<string[]> {
  const { out } = await askGit(folder, ['config', '--get-regexp', '^(user|author|committer)\\.(name|email)$']);
  const names = new Set(
    out
      .split('\n')
      .filter((line) => /^\S+ \S/.test(line))
      .map((line) => line.split(' ', 1)[0]),
  );
  const environment = inheritedEnvironment();
  const has = (what: 'name' | 'email') =>
    names.has(`user.${what}`) ||
    ['author', 'committer'].every(
      (who) => names.has(`${who}.${what}`) || (environment[`GIT_${who}_${what}`.toUpperCase()] ?? '') !== '',
    );
  return [
    ...(has('name') ? [] : ['-c', 'user.name=Baton run']),
    ...(has('email') ? [] : ['-c', 'user.email=baton@localhost']),
  ];
}
