import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../platform/config.ts';

const fileOf = ({ dataDirectory }: Config) => join(dataDirectory, 'server.json');

/**
 * Writes the server's URL beside the embedded database, for commands run without its environment; returns the function
 * that removes the file. Best effort: failing to write it does not stop the server.
 */
export function noteAddress(config: Config): () => void {
  if (config.databaseUrl !== undefined) return () => undefined;
  try {
    writeFileSync(fileOf(config), `${JSON.stringify({ url: config.url, pid: process.pid })}\n`, { mode: 0o600 });
  } catch {
    return () => undefined;
  }
  return () => {
    if (readNote(config)?.pid === process.pid) rmSync(fileOf(config), { force: true });
  };
}

/** The URL of the server that runs on this data, else the configured one. */
export function addressOf(config: Config): string {
  if (config.databaseUrl !== undefined) return config.url;
  const note = readNote(config);
  return note !== undefined && isRunning(note.pid) ? note.url : config.url;
}

function readNote(config: Config): { url: string; pid: number } | undefined {
  try {
    const { url, pid } = JSON.parse(readFileSync(fileOf(config), 'utf8')) as { url?: unknown; pid?: unknown };
    return typeof url === 'string' && typeof pid === 'number' ? { url, pid } : undefined;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
