import { expect } from 'vitest';
import type { DataDirectory } from './data-directory.ts';
import { type ServerProcess, killIfThere } from './server-process.ts';

/** Writes until the server no longer answers; reports every answer. */
type Writer = (answered: () => void) => Promise<void>;

interface Killing {
  server: ServerProcess;
  data: DataDirectory;
  databaseToo: boolean;
  /** Answers to wait for before the kill, so that every kind of write is in flight when it comes. */
  afterAnswers: number;
}

/** Kills the server with SIGKILL, and its database if asked to, while all writers have requests in flight. */
export async function killWhileWriting(
  writers: readonly Writer[],
  { server, data, databaseToo, afterAnswers }: Killing,
): Promise<void> {
  const enough = Promise.withResolvers<void>();
  let answers = 0;
  const writing = writers.map((write) =>
    write(() => {
      answers += 1;
      if (answers === afterAnswers) enough.resolve();
    }),
  );
  // A client whose expectation fails ends the wait as well.
  await Promise.race([enough.promise, Promise.all(writing)]);
  const doomed = databaseToo ? await data.databaseProcesses() : [];
  const killed = server.kill();
  for (const pid of doomed) killIfThere(pid);
  await killed;
  await Promise.all(writing);
  expect(answers).toBeGreaterThanOrEqual(afterAnswers);
}

/** The server alone and the server with its database in turn. */
export const listKills = (rounds: number) =>
  Array.from({ length: rounds }, (_, index) => ({
    round: index + 1,
    victim: index % 2 === 0 ? 'the server' : 'server and database',
    databaseToo: index % 2 === 1,
  }));
