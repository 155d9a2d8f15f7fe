/** As long as any secret of ours in a URL, and longer than asset names. */
const SECRET = /[\w%~-]{40,}/g;

/** The path without its query, where mailed links have their token, and with long secrets in it masked. */
export function pathForLog(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path.replaceAll(SECRET, '[secret]');
}
