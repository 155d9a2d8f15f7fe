import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether this process may install Debian's packages: root on Debian or one of its kin. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && isDebian();
}

/** Says what it does, does it, and tells whether apt-get was content. */
export function installDebianPackage(name: string): boolean {
  console.log(`Installing Debian’s ${name} package (apt-get).`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return [['update'], ['install', '-y', '--no-install-recommends', name]].every(
    (words) => spawnSync('apt-get', words, { stdio: 'inherit', env: environment }).status === 0,
  );
}

function isDebian(): boolean {
  try {
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}
