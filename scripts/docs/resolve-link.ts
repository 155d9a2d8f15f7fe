import path from 'node:path';
import { addressOf } from './navigation.ts';

/** Where a link of a Markdown file leads on the site. */
export type Target =
  | { kind: 'outside'; href: string }
  | { kind: 'page'; href: string; address: string; fragment: string }
  /** A file of the repository that is no page: a copy of it is served. */
  | { kind: 'file'; href: string; file: string };

/** `from` is the file that holds the link. Fails for a scheme that is no address of a page. */
export function resolveLink(url: string, from: string): Target {
  if (/^https?:\/\//.test(url)) return { kind: 'outside', href: url };
  if (/^[a-z][a-z\d+.-]*:|^\//i.test(url)) throw new Error(`${from} links to ${url}, which is no address of a page`);
  const [place = '', fragment = ''] = url.split('#');
  const file = place === '' ? from : path.posix.normalize(path.posix.join(path.posix.dirname(from), place));
  const address = addressOf(file.replace(/\/$/, ''));
  if (address !== undefined)
    return { kind: 'page', href: fragment === '' ? address : `${address}#${fragment}`, address, fragment };
  if (file.startsWith('..')) throw new Error(`${from} links to ${url}, which lies outside the repository`);
  return { kind: 'file', href: `/docs/files/${file}`, file };
}
