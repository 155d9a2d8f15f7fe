import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Gzipped kilobytes of script for the first screen: its chunks and their static imports. */
export function firstRouteScript(webDirectory: string, screens: string[]): Record<string, number> {
  const manifest = readManifest(webDirectory);
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true);
  if (entry === undefined) throw new Error('the build has no entry');
  return Object.fromEntries(
    screens.map((screen) => {
      const key = Object.keys(manifest).find((name) => name.includes(`screens/${screen}/`));
      if (key === undefined) throw new Error(`the build has no screen ${screen}`);
      return [screen, kilobytes(webDirectory, collect(manifest, [entry, key]))];
    }),
  );
}

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
}

function readManifest(webDirectory: string): Record<string, Chunk> {
  return JSON.parse(readFileSync(join(webDirectory, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
}

function collect(manifest: Record<string, Chunk>, keys: string[]): Set<string> {
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return files;
}

function kilobytes(webDirectory: string, files: Set<string>): number {
  let bytes = 0;
  for (const file of files)
    if (file.endsWith('.js')) bytes += gzipSync(readFileSync(join(webDirectory, file)), { level: 9 }).length;
  return bytes / 1024;
}
