import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createSelfSignedCertificate } from './self-signed-certificate.ts';

const CONFIGURATION = join(import.meta.dirname, '../../docs/nginx.conf');

export interface Nginx {
  cert: string;
  stop(): Promise<void>;
}

/** Runs nginx with one location that leads to one server, set up by these directives alone. */
export async function startPlainNginx(
  program: string,
  { port, location }: { port: number; location: string },
): Promise<Pick<Nginx, 'stop'>> {
  const directory = await mkdtemp(join(tmpdir(), 'baton-nginx-'));
  await writeFile(join(directory, 'site.conf'), `server { listen 127.0.0.1:${port}; location / { ${location} } }`);
  return run(program, directory, port);
}

/** Runs nginx with docs/nginx.conf, changing only the addresses and files an operator changes. */
export async function startNginx(
  program: string,
  ports: { http: number; https: number; upstreams: [number, number] },
): Promise<Nginx> {
  const directory = await mkdtemp(join(tmpdir(), 'baton-nginx-'));
  const { key, cert } = createSelfSignedCertificate();
  await writeFile(join(directory, 'cert.pem'), cert);
  await writeFile(join(directory, 'key.pem'), key);
  const site = replaceEach(await readFile(CONFIGURATION, 'utf8'), [
    ['127.0.0.1:3000', `127.0.0.1:${ports.upstreams[0]}`],
    ['127.0.0.1:3001', `127.0.0.1:${ports.upstreams[1]}`],
    ['listen 80;', `listen 127.0.0.1:${ports.http};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${ports.https} ssl http2;`],
    ['/etc/ssl/baton.example.pem', join(directory, 'cert.pem')],
    ['/etc/ssl/private/baton.example.key', join(directory, 'key.pem')],
  ]);
  await writeFile(join(directory, 'site.conf'), site);
  return { cert, ...(await run(program, directory, ports.https)) };
}

/** On the site.conf in this folder, which goes with it. */
async function run(program: string, directory: string, port: number): Promise<Pick<Nginx, 'stop'>> {
  await writeFile(join(directory, 'nginx.conf'), mainConfiguration(directory));
  const child = spawn(program, ['-p', directory, '-c', join(directory, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await untilListening(child, port);
  return {
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(directory, { recursive: true });
    },
  };
}

function mainConfiguration(directory: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(directory, name)};`,
  );
  return [
    'daemon off;',
    // As root, nginx would switch to a user who cannot enter the folder.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'worker_processes 1;',
    `pid ${join(directory, 'nginx.pid')};`,
    'error_log stderr;',
    'events { worker_connections 256; }',
    `http { access_log off; ${folders.join(' ')} include ${join(directory, 'site.conf')}; }`,
  ].join('\n');
}

function replaceEach(text: string, replacements: [string, string][]): string {
  return replacements.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`docs/nginx.conf does not say "${from}" any more`);
    return result.replaceAll(from, to);
  }, text);
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${said}`);
    await wait(20);
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
