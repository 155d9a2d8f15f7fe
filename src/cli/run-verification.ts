import type { Project } from '#contract/project.ts';
import type { Verification } from '#contract/proof.ts';
import { runVerify } from './run/verify/index.ts';

/** Runs the project's command in the working tree, its output on standard error. */
export const runVerification = (
  {
    verify_command: command,
    verify_timeout_minutes: minutes,
  }: Pick<Project, 'verify_command' | 'verify_timeout_minutes'>,
  folder: string,
): Promise<Verification> =>
  runVerify(command ?? '', folder, {
    timeoutMinutes: minutes,
    onChunk: (chunk) => {
      process.stderr.write(chunk);
    },
  });
