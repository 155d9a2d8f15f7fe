import { spawn } from 'node:child_process';
import { Agent } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'vite';
import { serveDocs } from './docs/serve-docs.ts';

const ROOT = join(import.meta.dirname, '..');
/** Paths of the server; all others are the web app's. */
const SERVER_PATHS = ['/api', '/mcp', '/sandbox', '/healthz', '/readyz', '/metrics'];

const port = Number(process.env['PORT'] ?? 3000);
/** `--inspect` and its like are the server's: in NODE_OPTIONS, npm itself would take the inspector's port. */
const nodeOptions = process.argv.slice(2);
const serverPort = await freePort();

const agent = new Agent({ keepAlive: true });

const web = await createServer({
  root: join(ROOT, 'src/web'),
  configFile: join(ROOT, 'vite.config.ts'),
  plugins: [serveDocs(ROOT)],
  server: {
    port,
    strictPort: true,
    host: process.env['HOST'] ?? '127.0.0.1',
    // The Host header is kept: sign-in compares the origin with the public URL. With an agent the browser's Connection
    // header is kept too, by which the server tells a browser on this machine, who may open the outbox, from a proxy.
    proxy: Object.fromEntries(
      SERVER_PATHS.map((path) => [path, { target: `http://127.0.0.1:${serverPort}`, changeOrigin: false, agent }]),
    ),
  },
});
await web.listen();

// Started last, because its "ready at" line names the web app's URL.
const watching = ['--watch', '--watch-preserve-output', ...nodeOptions];
const server = spawn(process.execPath, [...watching, 'src/server/main.ts', 'serve'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: {
    ...process.env,
    PORT: String(serverPort),
    BATON_URL: process.env['BATON_URL'] ?? `http://localhost:${port}`,
    BATON_LOG_LEVEL: process.env['BATON_LOG_LEVEL'] ?? 'warn',
  },
});
console.log(`Web with hot reload at http://localhost:${port}; the server restarts when its sources change.`);

server.once('exit', (code) => void stop(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.kill(signal));

async function stop(code: number): Promise<void> {
  await web.close();
  process.exit(code);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createTcpServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
