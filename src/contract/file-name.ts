/** Control and bidirectional formatting characters, which could spoof a file name. */
const UNSEEN = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/**
 * Extensions that servers or desktops execute or render. Some look at the last extension and some at any, so `a.php.md`
 * is refused like `a.md.php`. `example.com.md` is allowed: "com" counts at the end only.
 */
const ACTIVE = new Set(
  [
    'html htm xhtml xht shtml shtm mht mhtml hta svg svgz xml xsl xslt',
    'php php3 php4 php5 php7 php8 phps pht phtml phar asp aspx ashx asmx cer cgi fcgi jsp jspx jsf cfm cfml',
    'js mjs cjs jse vbs vbe wsf wsh wsc py pyw pyc pl pm rb lua sh bash zsh csh ksh fish command',
    'exe dll msi msp scr pif bat cmd ps1 psm1 reg lnk cpl jar war apk app dmg deb rpm elf so bin run swf chm htaccess',
  ].flatMap((line) => line.split(' ')),
);
const ACTIVE_AT_THE_END = new Set(['com']);

/** What is wrong with a file name, as the predicate of a sentence; undefined for a valid one. */
export function findFileNameFault(name: string): string | undefined {
  if (UNSEEN.test(name)) return 'must not contain control characters: rename the file';
  const trimmed = name.trim();
  if (/[/\\]/.test(trimmed)) return 'must be a file name without folders, such as prd.md';
  if (trimmed.startsWith('.')) return 'must not begin with a dot: rename the file';
  const extensions = trimmed
    .toLowerCase()
    .split(/[.;:]/)
    .slice(1)
    .map((extension) => extension.trim());
  const bad =
    extensions.find((extension) => ACTIVE.has(extension)) ??
    extensions.slice(-1).find((extension) => ACTIVE_AT_THE_END.has(extension));
  if (bad === undefined) return undefined;
  return `must not have the extension .${bad} of a program or a web page: rename the file`;
}
