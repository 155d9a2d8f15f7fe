import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createProject } from '#server/projects/index.ts';
import { AppClient } from '#test/app-client.ts';
import { addUser } from '#test/builders.ts';
import { startTestServer } from '#test/harness.ts';

/** The suite is a command-line program; its package exports nothing. */
const require = createRequire(import.meta.url);
const SUITE = join(dirname(require.resolve('@modelcontextprotocol/conformance/package.json')), 'dist/index.js');

/** The suite expects a person with a browser: the test opens the address it prints, and gives consent. */
test(
  'the authorization server passes every scenario of the protocol’s conformance suite',
  { timeout: 120_000 },
  async () => {
    const [port, callbackPort] = [await freePort(), await freePort()];
    const url = `http://localhost:${port}`;
    const server = await startTestServer({ env: { BATON_URL: url } });
    const directory = await mkdtemp(join(tmpdir(), 'conformance-'));
    try {
      await server.http.listen({ port, host: 'localhost' });
      const user = await addUser(server);
      const project = await createProject(user.ctx, { name: 'Conformance' });
      const app = new AppClient(server);
      const registered = await app.register({ redirect_uris: [`http://127.0.0.1:${callbackPort}/callback`] });
      const clientId = registered.body.client_id ?? '';
      const options = ['--client-id', clientId, '--resource', `${url}/mcp`, '--port', String(callbackPort)];
      const suite = spawn(process.execPath, [SUITE, 'authorization', '--url', `${url}/api/auth`, ...options], {
        cwd: directory,
      });
      let said = '';
      let answered: Promise<unknown> | undefined;
      const hear = (chunk: Buffer) => {
        said += chunk.toString();
        const asked = /^(http\S+\/oauth2\/authorize\?\S+)$/m.exec(said)?.[1];
        if (asked === undefined || answered !== undefined) return;
        answered = allow(app, asked);
      };
      const allow = async (client: AppClient, asked: string) => {
        const { location } = await client.open(user, asked.slice(url.length));
        const { text } = await client.open(user, location);
        const [query = '', csrf = ''] = ['query', 'csrf'].map(
          (name) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '',
        );
        const decided = await client.decide(user, { query, csrf, project: project.id, action: 'allow' });
        await fetch(decided.location);
      };
      suite.stdout.on('data', hear);
      suite.stderr.on('data', hear);
      const [code] = (await once(suite, 'close')) as [number];
      await answered;
      const summary = said.slice(said.indexOf('=== SUMMARY ==='));
      console.log(`Conformance of the authorization server\n${summary}`);
      expect(code, said).toBe(0);
      for (const scenario of ['authorization-server-metadata-endpoint', 'authorization-code-grant'])
        expect(summary).toContain(`✓ ${scenario}`);
      expect(summary).toContain('0 failed');
    } finally {
      await server.dispose();
      await rm(directory, { recursive: true });
    }
  },
);

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
