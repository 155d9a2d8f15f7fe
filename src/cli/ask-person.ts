import { readFileSync } from 'node:fs';
import type { Interface } from 'node:readline/promises';

export const isAtTerminal = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Prompts on standard error, so that standard output has nothing but the command's output. */
export async function askPerson(question: string, otherwise = ''): Promise<string> {
  const shown = otherwise === '' ? `${question}: ` : `${question} [${otherwise}]: `;
  const answer = await withReader(process.stderr, (reader) => reader.question(shown));
  return answer.trim() === '' ? otherwise : answer.trim();
}

/** Prompts without echo. */
export async function askSecret(question: string): Promise<string> {
  const { Writable } = await import('node:stream');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  process.stderr.write(`${question}: `);
  try {
    return (await withReader(nowhere, (reader) => reader.question(''))).trim();
  } finally {
    process.stderr.write('\n');
  }
}

/** The first line of standard input. */
export const readPiped = (): string => (readFileSync(0, 'utf8').split('\n', 1)[0] ?? '').trim();

async function withReader(output: NodeJS.WritableStream, work: (reader: Interface) => Promise<string>) {
  const { createInterface } = await import('node:readline/promises');
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await work(reader);
  } finally {
    reader.close();
  }
}
