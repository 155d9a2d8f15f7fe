export { writeBatonCommand } from './baton-server.ts';
export { chooseClients } from './find-client.ts';
export { type LastTry, composePrompt } from './prompt.ts';
export type { ClientEvent, RunClient, Start, StartPlan, StreamReader } from './run-client.ts';
export { shortLine } from './short-line.ts';
