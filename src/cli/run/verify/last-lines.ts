/** The last lines of an output, without empty ones at its end. */
export function lastLines(output: string, count: number): string {
  return output.trimEnd().split(/\r?\n/).slice(-count).join('\n');
}
