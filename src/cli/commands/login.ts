import { isApiKey, maskKey } from '#contract/api-key-form.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { askPerson, askSecret, isAtTerminal, readPiped } from '../ask-person.ts';
import { askEvery } from '../ask-server.ts';
import { type Call, type Command, print } from '../command.ts';
import { EXIT, Failure, UsageError } from '../failure.ts';
import { isProjectId, readAddress } from '../settings.ts';
import { readUserConfig, userConfigFile, writeUserConfig } from '../user-config.ts';

const DEFAULT_URL = 'http://localhost:3000';

/** Stores the server's URL, the key and the project, after verifying them. */
export const login: Command = {
  options: { key: { type: 'string' } },
  async run(call) {
    call.args.take(0);
    const { environment } = call;
    const url = await readUrl(call);
    const key = await readKey(call);
    if (!isApiKey(key))
      throw new Failure(
        'This is not a whole API key: it begins with baton_ and has 46 characters. Copy it again from the API Keys page.',
        EXIT.notSignedIn,
      );
    const projects = await askEvery<ProjectSummary>({ url, key, agent: undefined }, '/api/projects');
    const project = await chooseProject(call, projects);
    const before = readUserConfig(environment);
    writeUserConfig(environment, { url, project: project?.id, keys: { ...before.keys, [url]: key } });
    const lines = [
      `Signed in to ${url} with ${maskKey(key)}.`,
      project === undefined
        ? `No project is chosen: ${projects.length === 0 ? 'make one in the web app' : 'name one with --project ID'}.`
        : `Project: ${project.name} (${project.id}).`,
      `Kept in ${userConfigFile(environment)}, readable by you alone. Next: baton init in the project’s folder.`,
    ];
    print(call, lines.join('\n'), { url, key: maskKey(key), project: project?.id ?? null });
    return EXIT.fine;
  },
};

async function readUrl({ settings, args }: Call): Promise<string> {
  const known = settings.url?.value ?? DEFAULT_URL;
  const isFromFolder = settings.url !== undefined && !['--url', 'BATON_URL', 'baton login'].includes(settings.url.by);
  if (isFromFolder && !isAtTerminal())
    throw new UsageError(`${settings.url?.by ?? ''} names ${known}. If that is where your key goes, say so: --url`);
  const isSaid = args.text('url') !== undefined || settings.url?.by === 'BATON_URL' || !isAtTerminal();
  const value = isSaid ? known : await askPerson('Address of the server', known);
  return readAddress({ value, by: 'The address' });
}

/** Prompted without echo; as an argument the key would stay in the shell's history. */
async function readKey({ args, environment }: Call): Promise<string> {
  const said = args.text('key');
  if (said !== undefined && said !== '-') return said.trim();
  if (said === undefined && environment.apiKey !== undefined) return environment.apiKey;
  const key = isAtTerminal() && said === undefined ? await askSecret('API key (it is not shown)') : readPiped();
  if (key === '') throw new UsageError('No key was given. Pipe it in, set BATON_API_KEY, or run this in a terminal');
  return key;
}

async function chooseProject({ args, settings }: Call, projects: readonly ProjectSummary[]) {
  const named = args.text('project') ?? (settings.project?.by === 'baton login' ? undefined : settings.project?.value);
  if (named !== undefined) {
    const found = projects.find(({ id, name }) => id === named.toLowerCase() || name === named);
    if (found !== undefined) return found;
    const what = isProjectId(named) ? 'id' : 'name';
    throw new Failure(`None of your ${projects.length} projects has the ${what} ${named}. Copy the id from its card.`);
  }
  if (projects.length < 2) return projects[0];
  if (!isAtTerminal()) return undefined;
  for (const [place, { name, id }] of projects.entries()) console.error(`  ${place + 1}  ${name}  ${id}`);
  const answer = await askPerson('Project (its number here, or nothing)');
  return projects[Number(answer) - 1];
}
