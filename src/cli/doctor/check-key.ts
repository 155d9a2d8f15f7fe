import { API_KEY_PREFIX, isApiKey } from '#contract/api-key-form.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { Refusal, askEvery } from '../ask-server.ts';
import { Failure } from '../failure.ts';
import { type Settings, isProjectId } from '../settings.ts';
import type { Tell } from './finding.ts';

const NEW_KEY = 'Copy it from the API Keys page of the web app, or regenerate it there; then baton login.';

/** Whether a key is there, complete and valid, and the project its owner's. */
export async function checkKey(settings: Settings, isReached: boolean, tell: Tell): Promise<void> {
  const { key, url, withheld } = settings;
  if (withheld !== undefined) {
    tell({ about: 'key', isFine: false, says: withheld });
    return;
  }
  if (key === undefined || url === undefined) {
    const advice = 'Run baton login, or set BATON_API_KEY.';
    tell({ about: 'key', isFine: false, says: 'No API key is set', advice });
    return;
  }
  const fault = judgeKey(key.value);
  if (fault !== undefined) {
    tell({ about: 'key', isFine: false, says: `The key (${key.by}) ${fault}`, advice: NEW_KEY });
    return;
  }
  if (!isReached) {
    tell({ about: 'key', isFine: true, says: `the key (${key.by}) is whole; the server could not be asked` });
    return;
  }
  const to = { url: url.value, key: key.value, agent: undefined };
  try {
    const projects = await askEvery<ProjectSummary>(to, '/api/projects');
    tell({ about: 'key', isFine: true, says: `the server knows the key (${key.by})` });
    checkProject(settings, projects, tell);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const advice = error instanceof Refusal && error.type === 'AUTHENTICATION_ERROR' ? NEW_KEY : undefined;
    const says = `The key (${key.by}) is refused: ${error.message}`;
    tell({ about: 'key', isFine: false, says, ...(advice === undefined ? {} : { advice }) });
  }
}

function judgeKey(key: string): string | undefined {
  if (key.includes('$')) return 'is the name of a variable, not a key: the variable was not filled in';
  if (!key.startsWith(API_KEY_PREFIX)) return `does not begin with ${API_KEY_PREFIX}`;
  if (!/^baton_[0-9A-Za-z]{40}$/.test(key))
    return `has ${key.length} characters instead of 46: it was not copied whole`;
  return isApiKey(key) ? undefined : 'has a typing error: its checksum is wrong';
}

function checkProject({ project }: Settings, projects: readonly ProjectSummary[], tell: Tell): void {
  const advice =
    projects.length === 0
      ? 'Make a project in the web app first.'
      : `Use one of: ${projects
          .slice(0, 10)
          .map(({ name, id }) => `${name} ${id}`)
          .join('; ')}`;
  if (project === undefined) {
    tell({ about: 'project', isFine: false, says: 'No project is named', advice });
    return;
  }
  const found = projects.find(({ id }) => id === project.value.toLowerCase());
  if (found !== undefined) {
    tell({ about: 'project', isFine: true, says: `the project is ${found.name} (${project.by})` });
    return;
  }
  const fault = isProjectId(project.value) ? 'is none of the projects of this key' : 'is not a project’s id';
  tell({ about: 'project', isFine: false, says: `${project.value} (${project.by}) ${fault}`, advice });
}
