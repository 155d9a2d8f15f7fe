import { z } from 'zod';

const Versions = z.record(z.string(), z.string()).default({});
const Manifest = z.object({
  dependencies: Versions,
  devDependencies: Versions,
  optionalDependencies: Versions,
  overrides: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])).default({}),
});

const exactVersion = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/** Every direct dependency must be pinned and have a reason in docs/architecture.md. */
export function judgeManifest(manifest: string, architecture: string): string[] {
  const { dependencies, devDependencies, optionalDependencies, overrides } = Manifest.parse(JSON.parse(manifest));
  const direct = { ...dependencies, ...devDependencies, ...optionalDependencies };
  const reasons = listReasons(architecture);
  const loose = Object.entries(direct).filter(([, version]) => !exactVersion.test(version));
  // An override may apply to one dependent only, and is then nested.
  const flat = Object.entries(overrides).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : Object.entries(value),
  );
  const looseOverrides = flat.filter(([, version]) => !exactVersion.test(version) && !version.startsWith('$'));
  return [
    ...[...loose, ...looseOverrides].map(([name, version]) => `package.json  ${name} is not pinned: ${version}`),
    ...Object.keys(direct)
      .filter((name) => !reasons.some((reason) => reason.test(name)))
      .map((name) => `package.json  ${name} has no reason in docs/architecture.md`),
  ];
}

const Lock = z.object({
  packages: z.record(z.string(), z.object({ peerDependencies: Versions })).default({}),
});

/**
 * `npm start` installs without devDependencies: what is loaded when Baton is built or runs is none of them, and whatever
 * else is asked for is one, unless one of the dependencies asks for it.
 */
export function judgeUse(manifest: string, lock: string, loaded: ReadonlySet<string>): string[] {
  const { dependencies, devDependencies } = Manifest.parse(JSON.parse(manifest));
  const names = Object.keys(dependencies);
  const { packages } = Lock.parse(JSON.parse(lock));
  const peers = new Set(names.flatMap((name) => Object.keys(packages[`node_modules/${name}`]?.peerDependencies ?? {})));
  return [
    ...names
      .filter((name) => !loaded.has(name) && !peers.has(name))
      .map((name) => `package.json  ${name} is needed neither to build nor to run: it is a devDependency`),
    ...Object.keys(devDependencies)
      .filter((name) => loaded.has(name))
      .map((name) => `package.json  ${name} is needed to build or to run: it is no devDependency`),
  ];
}

/** The lock file must work with any registry, so it names no host. */
export function judgeLock(lock: string): string[] {
  return /"resolved"\s*:/.test(lock) ? ['package-lock.json  names the hosts its packages came from ("resolved")'] : [];
}

/**
 * A reason is a table row or list item that names the package in backticks with further text. `@scope/*` covers a
 * family.
 */
function listReasons(architecture: string): RegExp[] {
  return architecture
    .split('\n')
    .filter((line) => /^\s*([|*-]|\d+\.)/.test(line) && /[a-z]{3}/i.test(line.replace(/`[^`]*`/g, '')))
    .flatMap((line) => [...line.matchAll(/`([^`\s]+)`/g)])
    .map(([, name = '']) => new RegExp(`^${RegExp.escape(name).replaceAll('\\*', '[^/]*')}$`));
}
