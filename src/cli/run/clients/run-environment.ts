import type { Start } from './run-client.ts';

/** What every client is given: where Baton is, who it is, and the baton it works under. Never in arguments, which `ps` shows. */
export const runEnvironment = ({ server, held }: Pick<Start, 'server' | 'held'>): Record<string, string> => ({
  BATON_URL: server.url,
  BATON_API_KEY: server.key,
  BATON_PROJECT: server.project,
  BATON_AGENT: held.agent,
  BATON_TOKEN: held.token,
  BATON_TASK: held.task,
});
