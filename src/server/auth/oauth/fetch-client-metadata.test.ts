import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createSelfSignedCertificate } from '#test/self-signed-certificate.ts';
import { createMetadataFetch, fetchClientMetadata } from './fetch-client-metadata.ts';

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** An HTTPS server for a document, under a name that resolves to this machine. */
async function serve(answer: RequestListener) {
  const { key, cert } = createSelfSignedCertificate();
  const site = createServer({ key, cert }, answer).listen(0, '127.0.0.1');
  await once(site, 'listening');
  stops.push(() => {
    site.closeAllConnections();
    site.close();
  });
  const { port } = site.address() as AddressInfo;
  const fetchIt = createMetadataFetch({
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    isAllowed: () => true,
    options: { ca: cert },
  });
  return { url: `https://localhost:${port}/client.json`, fetchIt };
}

test('a document is read from the address that was looked at, under its own name', async () => {
  const { url, fetchIt } = await serve((request, response) => response.end(`${request.headers.host}${request.url}`));
  const answer = await fetchIt(url);
  expect([answer.status, await answer.text()]).toEqual([200, `${new URL(url).host}/client.json`]);
});

test('a redirect is handed back, not followed', async () => {
  const { url, fetchIt } = await serve((_request, response) =>
    response.writeHead(302, { location: 'https://127.0.0.1/secret' }).end(),
  );
  expect((await fetchIt(url)).status).toBe(302);
});

test('a document without end is given up', async () => {
  const { url, fetchIt } = await serve((_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
      response.once('drain', more);
    };
    more();
  });
  await expect(fetchIt(url)).rejects.toThrow('too large');
});

test('whoever asks can stop waiting', async () => {
  const asked = Promise.withResolvers<void>();
  const { url, fetchIt } = await serve(() => asked.resolve());
  const leaving = new AbortController();
  const answer = fetchIt(url, { signal: leaving.signal });
  await asked.promise;
  leaving.abort();
  await expect(answer).rejects.toThrow();
});

test.each([
  'https://localhost/client.json',
  'https://127.0.0.1/client.json',
  'https://[::1]/client.json',
  'https://10.0.0.1/client.json',
  'https://169.254.169.254/latest/meta-data',
  'https://[fd00::1]/client.json',
])('%s is not a public address', async (url) => {
  await expect(fetchClientMetadata(url)).rejects.toThrow('must be at a public address');
});

test('one private address among public ones is enough to refuse', async () => {
  const fetchIt = createMetadataFetch({
    resolve: async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '192.168.0.1', family: 4 },
    ],
    isAllowed: (address) => !address.startsWith('192.168.'),
  });
  await expect(fetchIt('https://client.example/client.json')).rejects.toThrow('must be at a public address');
});

test('only https is spoken, and nothing is sent', async () => {
  await expect(fetchClientMetadata('http://client.example/client.json')).rejects.toThrow('over https only');
  await expect(fetchClientMetadata('https://client.example/', { method: 'POST' })).rejects.toThrow('only read');
});
