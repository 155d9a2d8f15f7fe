/** As long as any secret of ours that an address may hold, and longer than the names of files. */
const SECRET = /[\w%~-]{40,}/g;

/** The path as the log may keep it: without its query, where links in mails have their secret, and without long secrets of its own. */
export function pathForLog(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path.replaceAll(SECRET, '[secret]');
}
