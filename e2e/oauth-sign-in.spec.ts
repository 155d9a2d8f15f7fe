import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { expectAccessible, expectNoSideways } from './support/expect-accessible.ts';
import { signInByForm } from './support/people.ts';
import { addProject } from './support/plans.ts';
import { expect, test } from './support/test.ts';

/** An OAuth client that listens on loopback for the redirect, as coding agents do. */
class SignInApp implements OAuthClientProvider {
  readonly clientMetadata;
  readonly redirectUrl: string;
  readonly #server: Server;
  /** The URL to open in the person's browser. */
  address = '';
  answer = Promise.withResolvers<URLSearchParams>();
  #information: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = '';

  private constructor(server: Server, name: string) {
    this.#server = server;
    this.redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
    this.clientMetadata = {
      client_name: name,
      redirect_uris: [this.redirectUrl],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    };
  }

  static async start(name: string): Promise<SignInApp> {
    const server = createServer((request, response) => {
      app.answer.resolve(new URL(request.url ?? '', 'http://127.0.0.1').searchParams);
      response.end('You can close this window.');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const app = new SignInApp(server, name);
    return app;
  }

  transport = (url: string) => new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: this });
  clientInformation = () => this.#information;
  saveClientInformation(information: OAuthClientInformationMixed) {
    this.#information = information;
  }
  tokens = () => this.#tokens;
  saveTokens(tokens: OAuthTokens) {
    this.#tokens = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.address = url.href;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier = () => this.#verifier;

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

test('an app signs in instead of a key, works in the project that was chosen, and is refused when it was disconnected', async ({
  page,
  person,
  server,
  faults,
}) => {
  const app = await SignInApp.start('Journey Agent');
  faults.allowHost(new URL(app.redirectUrl).origin);
  const id = await addProject(server, person, 'Harbour');
  await addProject(server, person, 'Lighthouse');

  await test.step('without a token it is told where to sign in', async () => {
    const client = new Client({ name: 'journey', version: '1' });
    await expect(client.connect(app.transport(server.url))).rejects.toBeInstanceOf(UnauthorizedError);
    expect(app.address).toContain('/api/auth/oauth2/authorize?');
  });

  await test.step('the person signs in and comes back to what the app asked for', async () => {
    await page.goto(app.address);
    await expect(page).toHaveURL(/\/login\?next=/);
    await signInByForm(page, person);
    await expect(page.getByRole('heading', { name: 'Connect Journey Agent?' })).toBeVisible();
    await expect(page.getByText('Unverified')).toBeVisible();
    await expect(page.getByText(person.email)).toBeVisible();
    await expectAccessible(page, 'the page where an app is allowed');
  });

  await test.step('a project must be chosen', async () => {
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(page).toHaveURL(/\/connect\?/);
    await page.getByRole('radio', { name: 'Harbour' }).check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(page.getByText('You can close this window.')).toBeVisible();
  });

  const client = new Client({ name: 'journey', version: '1' });
  await test.step('the app calls a tool', async () => {
    const transport = app.transport(server.url);
    await transport.finishAuth(await app.answer.promise);
    await client.connect(app.transport(server.url));
    const { content } = await client.callTool({ name: 'orient', arguments: {} });
    expect((content as { text: string }[])[0]?.text).toContain('Harbour');
  });

  await test.step('the person sees it on the account page and disconnects it', async () => {
    await page.goto('/profile');
    const apps = page.getByRole('region', { name: 'Connected Apps' });
    await expect(apps).toContainText('Journey Agent');
    await expect(apps.getByRole('link', { name: 'Harbour' })).toHaveAttribute('href', new RegExp(id));
    await expectAccessible(page, 'the account page with an app');
    await apps.getByRole('button', { name: 'Disconnect Journey Agent from Harbour' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect(apps).toContainText('No apps are connected.');
  });

  await test.step('its next call is refused, and its refresh token as well', async () => {
    await expect(client.callTool({ name: 'orient', arguments: {} })).rejects.toThrow();
    const answer = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${app.tokens()?.access_token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect(answer.status).toBe(401);
  });
  await client.close();
  await app.stop();
});

test('the page where an app is allowed fits a desktop and a phone in both themes, and takes no for an answer', async ({
  signedIn: page,
  person,
  server,
  faults,
}, testInfo) => {
  for (const name of ['Harbour', 'A project with a name that goes on for longer than a phone is wide'])
    await addProject(server, person, name);
  await addProject(server, person, 'Lighthouse', { status: 'archived' });
  const app = await SignInApp.start('Claude Code');
  faults.allowHost(new URL(app.redirectUrl).origin);
  await expect(new Client({ name: 'journey', version: '1' }).connect(app.transport(server.url))).rejects.toThrow();
  await page.goto(app.address);
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible();
  await expectAccessible(page, 'the page where an app is allowed');
  for (const width of [1440, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await expectNoSideways(page, width, 'the page where an app is allowed');
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: testInfo.outputPath(`connect-${width}-${colorScheme}.png`), fullPage: true });
    }
  await page.getByRole('button', { name: 'Deny' }).click();
  expect((await app.answer.promise).get('error')).toBe('access_denied');
  await app.stop();
});
