import type { ProjectSummary } from '#contract/project.ts';
import { askServer } from '../ask-server.ts';
import { type Command, given, print, requirePlace } from '../command.ts';
import { EXIT, UsageError } from '../failure.ts';

const MEANINGS: readonly string[] = ['word', 'checks', 'verified'] satisfies ProjectSummary['done_means'][];

/** Shows and changes the project's settings for agents. */
export const project: Command = {
  options: {
    name: { type: 'string' },
    batons: { type: 'string' },
    lease: { type: 'string' },
    'done-means': { type: 'string' },
    verify: { type: 'string' },
    'verify-timeout': { type: 'string' },
    'verify-tries': { type: 'string' },
    repository: { type: 'string' },
  },
  async run(call) {
    const { args } = call;
    args.take(0);
    const meaning = args.text('done-means');
    if (meaning !== undefined && !MEANINGS.includes(meaning))
      throw new UsageError(`--done-means is one of ${MEANINGS.join(', ')}`);
    const changes = given({
      name: args.text('name'),
      baton_slots: args.number('batons'),
      lease_minutes: args.number('lease'),
      done_means: meaning,
      verify_command: args.text('verify'),
      verify_timeout_minutes: args.number('verify-timeout'),
      verify_tries: args.number('verify-tries'),
      repository_url: args.text('repository'),
    });
    const place = requirePlace(call);
    const path = `/api/projects/${place.project}`;
    const isShown = Object.keys(changes).length === 0;
    const found = await askServer<ProjectSummary>(
      place.to,
      isShown ? { method: 'GET', path } : { method: 'PUT', path, body: changes, isRead: true },
    );
    print(call, describe(found), found);
    return EXIT.fine;
  },
};

const DONE: Readonly<Record<ProjectSummary['done_means'], string>> = {
  word: 'whoever did it says so',
  checks: 'every check is ticked with what was seen',
  verified: 'every check is ticked, and the command to verify passed',
};

function describe(project: ProjectSummary): string {
  const { baton_slots: slots, verify_command: command, repository_url: repository } = project;
  return [
    `${project.name} (${project.id})${project.status === 'archived' ? ', archived' : ''}`,
    `Tasks: ${project.completedTaskCount} of ${project.taskCount} done`,
    `Batons: ${slots}${slots === 1 ? ', one agent at a time' : ''}; a lease is ${project.lease_minutes} minutes`,
    `Done means ${project.done_means}: ${DONE[project.done_means]}`,
    `Verify: ${command ?? 'no command'}${command === null ? '' : ` (at most ${project.verify_timeout_minutes} minutes)`}`,
    `Repository: ${repository ?? 'none'}`,
  ].join('\n');
}
