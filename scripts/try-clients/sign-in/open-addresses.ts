import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Complete only once another character follows, which in a terminal may be a control character. */
const ADDRESS = /https?:\/\/[!#-&(-;=?-~]+[?&]response_type=code[!#-&(-;=?-~]*(?=[^!#-&(-;=?-~])/g;

/** Intercepts every URL that a program wants to open in a browser. */
export interface Opener {
  /** Comes first on the program's PATH. */
  commands: string;
  /** Programs also print the URL. */
  read(output: string): void;
  close(): Promise<void>;
}

export async function hearAddresses(folder: string, open: (address: string) => void): Promise<Opener> {
  const seen = new Set<string>();
  let printed = '';
  const hear = (address: string) => {
    // Printed and opened URLs may be encoded differently: compared by their state parameter.
    const state = URL.canParse(address) ? (new URL(address).searchParams.get('state') ?? address) : address;
    if (seen.has(state)) return;
    seen.add(state);
    open(address);
  };
  const server = createServer((request, response) => {
    void text(request).then((address) => {
      hear(address);
      return response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const commands = join(folder, 'browser');
  mkdirSync(commands, { recursive: true });
  const script = `#!/usr/bin/env node
fetch('http://127.0.0.1:${port}', { method: 'POST', body: process.argv.at(-1) });
`;
  for (const name of ['xdg-open', 'open']) writeFileSync(join(commands, name), script, { mode: 0o755 });
  return {
    commands,
    read: (output) => {
      printed += output;
      for (const address of printed.match(ADDRESS) ?? []) hear(address);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
