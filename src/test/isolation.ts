import { spawnSync } from 'node:child_process';

/** Commands that enter a network namespace with loopback only, as root and as an ordinary user. */
const WAYS = [
  ['unshare', '--net'],
  ['unshare', '--map-current-user', '--keep-caps', '--net'],
] as const;

const isolated = (way: readonly string[], command: readonly string[]): string[] => [
  ...way,
  'sh',
  '-c',
  'ip link set lo up && exec "$@"',
  'sh',
  ...command,
];

/** How to run a command without any network but loopback; undefined where the system does not permit it. */
export function findIsolation(): ((command: readonly string[]) => string[]) | undefined {
  const way = WAYS.find((each) => {
    const [program = '', ...words] = isolated(each, ['true']);
    return spawnSync(program, words, { stdio: 'ignore' }).status === 0;
  });
  return way && ((command) => isolated(way, command));
}
