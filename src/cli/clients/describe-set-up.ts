import { clientOf, stepsFor } from '#contract/clients/all-clients.ts';
import type { AgentClientSpec, Link } from '#contract/clients/client.ts';
import { KEY_VARIABLE } from '#contract/clients/entries.ts';
import type { Step } from './set-up-client.ts';

interface Facts {
  url: string;
  /** Whether the folder was just said to be trusted. */
  withTrust: boolean;
  /** Whether this shell knows the key. */
  hasVariable: boolean;
  /** Whether this shell finds the command baton. */
  isInstalled: boolean;
  /** Whether there is a key for this server, from baton login or the variable. */
  isSignedIn: boolean;
}

/** What was written, and what is left to do, one thing on a line. */
export function describeSetUp(
  steps: readonly Step[],
  links: readonly (readonly [AgentClientSpec, Link])[],
  facts: Facts,
): string {
  const lines = [...describeSteps(steps), '', 'Next:'];
  for (const [client, link] of links)
    for (const step of stepsFor(client, link, facts.withTrust)) lines.push(`  ${client.name}: ${step}.`);
  if (links.some(([client, { way }]) => way === 'key' && client.keyFrom === 'variable') && !facts.hasVariable)
    lines.push(
      `  The key is in none of these files. In the shell that starts the client: export ${KEY_VARIABLE}=<your API key>`,
    );
  if (links.some(([client, { way }]) => way === 'key' && client.keyFrom === 'login'))
    lines.push(`  ${bridged(links)} start the program baton, which has the key from baton login.`);
  const left = [
    ...(facts.isInstalled ? [] : [`npm install -g ${facts.url}/baton-cli.tgz`]),
    ...(facts.isSignedIn ? [] : ['baton login']),
  ];
  if (left.length > 0 && steps.some(({ what }) => what === 'hooks'))
    lines.push(`  Hooks and baton mcp need ${needsOf(facts)}: ${left.join(', then ')}`);
  lines.push('  See that all is well: baton doctor');
  return lines.join('\n');
}

const needsOf = ({ isInstalled, isSignedIn }: Facts): string =>
  isInstalled ? 'a key' : isSignedIn ? 'the command' : 'the command and its key';

const bridged = (links: readonly (readonly [AgentClientSpec, Link])[]): string =>
  links
    .filter(([client, { way }]) => way === 'key' && client.keyFrom === 'login')
    .map(([{ name }]) => name)
    .join(', ');

export const describeSteps = (steps: readonly Step[]): string[] =>
  steps.map(({ file, outcome, client, what, problem }) => {
    const whose = client === undefined ? what : `${clientOf(client).name}, ${what}`;
    return `${outcome.padEnd(9)} ${file} (${whose})${problem === undefined ? '' : `\n${problem}`}`;
  });
