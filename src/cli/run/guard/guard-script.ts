/**
 * The program of the guard, for `node -e`: the command line is one file, and its own start would take longer. Lines on
 * its standard input say which process groups are at work; when the pipe closes, the runner is gone and they are ended.
 */
export const GUARD_SCRIPT = `
'use strict';
const [patience] = process.argv.slice(1).map(Number);
const groups = new Set();
let rest = '';
const signal = (pid, name) => {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, name);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const pid = Number(line.slice(1));
    if (!Number.isSafeInteger(pid) || pid <= 1) continue;
    if (line[0] === '+') groups.add(pid);
    if (line[0] === '-') groups.delete(pid);
  }
});
const end = () => {
  const left = () => [...groups].filter((pid) => signal(pid, 0));
  for (const pid of left()) signal(pid, 'SIGTERM');
  const until = Date.now() + patience;
  const look = () => {
    const those = left();
    if (those.length === 0) process.exit(0);
    if (Date.now() < until) return setTimeout(look, 50);
    for (const pid of those) signal(pid, 'SIGKILL');
    process.exit(0);
  };
  look();
};
process.stdin.on('end', end);
process.stdin.on('error', end);
for (const name of ['SIGINT', 'SIGHUP', 'SIGTERM']) process.on(name, () => {});
`;
