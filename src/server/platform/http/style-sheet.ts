import { createHash } from 'node:crypto';
import type { MountRaw } from './raw.ts';

/** The style sheet of pages without scripts. Its URL contains a hash, so that it can be cached for a year. */
export interface StyleSheet {
  path: `/${string}`;
  text: string;
  address: string;
}

export function createStyleSheet(path: `/${string}`, text: string): StyleSheet {
  return { path, text, address: `${path}?v=${createHash('sha256').update(text).digest('hex').slice(0, 12)}` };
}

export function mountStyleSheet(mountRaw: MountRaw, { path, text }: StyleSheet): void {
  mountRaw('GET', path, async () => ({
    status: 200,
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable' },
    body: text,
  }));
}
