import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const SCRIPT = path.join(ROOT, 'deploy/high-availability/ha.sh');
const NGINX = readFileSync(path.join(ROOT, 'docs/nginx.conf'), 'utf8');
const run = (...args: string[]) => spawnSync('/bin/sh', [SCRIPT, ...args], { encoding: 'utf8' });

test('the help names each command that the script has', () => {
  const { status, stdout } = run('--help');
  expect(status).toBe(0);
  const dispatched = /^ {2}((?:\w+ \| )+\w+)\) require_postgres/m.exec(readFileSync(SCRIPT, 'utf8'))?.[1];
  const commands = [...(dispatched?.split(' | ') ?? []), 'url', 'nginx'];
  expect(commands.length).toBeGreaterThan(7);
  for (const command of commands) expect(stdout).toMatch(new RegExp(`^  ${command} {2,}\\S`, 'm'));
});

test.each([
  [[]],
  [['fly']],
  [['status', '--port', 'five']],
  [['status', '--cluster', 'a b']],
  [['status', '--port']],
  [['status', '--colour', 'red']],
])('%j is a usage error, before anything is looked at', (args) => {
  expect(run(...args)).toMatchObject({ status: 2, stdout: '' });
});

test('nginx’s configuration is the documented one, with servers, name and certificate put in', () => {
  const usual = ['--server', '127.0.0.1:3000', '--server', '127.0.0.1:3001', '--name', 'baton.example'];
  expect(run('nginx', ...usual).stdout).toBe(NGINX);

  const own = run('nginx', '--server', '10.0.0.21:4000', '--name', 'plans.example.org', '--key', '/k&.pem');
  expect(own.stdout).toContain('    server 10.0.0.21:4000 max_fails=1 fail_timeout=5s;\n');
  expect(own.stdout.match(/server_name plans\.example\.org;/g)).toHaveLength(2);
  expect(own.stdout).toContain('ssl_certificate /etc/ssl/plans.example.org.pem;');
  expect(own.stdout).toContain('ssl_certificate_key /k&.pem;');
  expect(own.stdout).not.toMatch(/127\.0\.0\.1|baton\.example/);
});

test('the address of the database has both hosts and the password that was made', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'baton-ha-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const passwords = path.join(folder, 'passwords');
  const ask = () => run('url', '--passwords', passwords, '--hosts', '10.0.0.11:5432,10.0.0.12:5432');
  expect(ask()).toMatchObject({ status: 1, stdout: '' });
  writeFileSync(passwords, 'baton=secret\nbaton_replication=other\n');
  expect(ask().stdout).toBe('DATABASE_URL=postgres://baton:secret@10.0.0.11:5432,10.0.0.12:5432/baton\n');
});
