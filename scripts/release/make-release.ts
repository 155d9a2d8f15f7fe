import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { layOut } from './lay-out.ts';
import { packArchive } from './pack-archive.ts';
import { type Platform, releaseVersion } from './platforms.ts';

export interface Release {
  readonly file: string;
  readonly bytes: number;
}

interface Options {
  readonly report: (line: string) => void;
  /** Of gzip, 1 to 9. */
  readonly level?: number;
}

/** Makes `baton-<version>-<platform>.tar.gz` in a folder. */
export async function makeRelease(
  platform: Platform,
  destination: string,
  { report, level = 9 }: Options,
): Promise<Release> {
  mkdirSync(destination, { recursive: true });
  const name = `baton-${releaseVersion()}-${platform.name}`;
  const scratch = mkdtempSync(path.join(tmpdir(), 'baton-release-'));
  try {
    await layOut(platform, path.join(scratch, name), report);
    report(`Packing ${name}…`);
    const file = path.join(destination, `${name}.tar.gz`);
    await packArchive(scratch, name, file, level);
    return { file, bytes: statSync(file).size };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
