import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { playPerson } from './play-person.ts';

const FORM = `<form method="post" action="/connect"><input type="hidden" name="query" value="a&amp;b" /></form>`;
let baton: Server;
let app: Server;
let urls: { baton: string; app: string };
/** Requests to either server, in order. */
let seen: string[];

beforeEach(async () => {
  seen = [];
  baton = createServer((request, response) => void serveBaton(request, response));
  app = createServer((request, response) => {
    seen.push(`app ${request.url ?? ''} cookie=${request.headers.cookie ?? ''}`);
    response.end('Go back to your terminal.');
  });
  urls = { baton: await listen(baton), app: await listen(app) };
});
afterEach(() => {
  for (const server of [baton, app]) {
    server.close();
    server.closeAllConnections();
  }
});

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

async function serveBaton(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '';
  const body = await text(request);
  const isKnown = request.headers.cookie === 'session=1';
  const goTo = (location: string) => response.writeHead(303, { location }).end();
  if (path.startsWith('/api/auth/sign-in')) {
    response.setHeader('set-cookie', 'session=1; Path=/; HttpOnly').end('{}');
    return;
  }
  if (request.method === 'POST' && path === '/connect') {
    seen.push(`connect ${body} origin=${request.headers.origin === urls.baton}`);
    return void goTo(body.includes('project=p1') ? `${urls.app}/callback?code=c1` : '/connect');
  }
  if (path.startsWith('/authorize')) return void goTo(isKnown ? '/connect' : '/login?next=%2Fauthorize%3Fx%3D1');
  response.end(path === '/connect' ? FORM : '<p>Sign in</p>');
}

const mira = () => ({ url: urls.baton, email: 'mira@example.com', password: 'secret', projectId: 'p1' });

test('the person signs in, allows the app into the project and brings the answer back', async () => {
  await playPerson(mira(), `${urls.baton}/authorize?x=1`);
  expect(seen).toEqual(['connect query=a%26b&project=p1&action=allow origin=true', 'app /callback?code=c1 cookie=']);
});

test('a page that sends nobody back to the app is a failure', async () => {
  await expect(playPerson({ ...mira(), projectId: 'p2' }, `${urls.baton}/authorize?x=1`)).rejects.toThrow(
    'Nobody was sent back to the app',
  );
});

test('a page without a form is a failure that shows the page', async () => {
  await expect(playPerson(mira(), `${urls.baton}/elsewhere`)).rejects.toThrow('<p>Sign in</p>');
});
