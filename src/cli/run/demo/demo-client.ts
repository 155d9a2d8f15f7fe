import { customClient } from '../clients/custom-client.ts';
import type { RunClient, Start } from '../clients/run-client.ts';

/** The demonstration's agent: this command line itself, with a script instead of a model. */
export const demoClient: RunClient = {
  ...customClient([]),
  name: 'demo',
  plan(start: Start) {
    const [command, ...args] = start.baton;
    return customClient([command, ...args, 'run-demo-agent']).plan(start);
  },
};
