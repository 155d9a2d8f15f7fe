/** Runs a command in a pseudo-terminal: some clients sign in only there. */
export function inTerminal(words: readonly string[], platform: NodeJS.Platform = process.platform): string[] {
  if (platform === 'darwin') return ['script', '-q', '/dev/null', ...words];
  const line = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  return ['script', '--quiet', '--return', '--command', line, '/dev/null'];
}
