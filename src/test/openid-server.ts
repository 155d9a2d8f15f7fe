import { createHash, randomBytes } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type CryptoKey, SignJWT, exportJWK, generateKeyPair } from 'jose';

export interface OpenIdPerson {
  sub: string;
  email: string;
  email_verified: boolean;
  name?: string;
}

/** Faults of the ID token that must be refused. */
export type OpenIdFault = 'forged' | 'audience' | 'issuer' | 'nonce' | 'expired' | 'endless' | 'unsigned';

export interface OpenIdServer {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The person signed in at the provider. */
  person: OpenIdPerson;
  fault: OpenIdFault | undefined;
  /** Whether the person denies consent. */
  denies: boolean;
  close(): Promise<void>;
}

interface Grant {
  person: OpenIdPerson;
  nonce: string | null;
  challenge: string;
  redirectUri: string;
}

const KEY_ID = 'test-key';

/**
 * A fake OpenID provider: discovery, authorization code with PKCE, single-use codes, signed ID tokens. It shows no
 * page: `person` is signed in and consents, unless `denies` is set.
 */
export async function startOpenIdServer(): Promise<OpenIdServer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const strangers = await generateKeyPair('RS256');
  const grants = new Map<string, Grant>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const state: OpenIdServer = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: 'baton-tests',
    clientSecret: 'only-for-tests',
    person: { sub: '1001', email: 'person@example.com', email_verified: true, name: 'Test Person' },
    fault: undefined,
    denies: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', state.issuer);
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /.well-known/openid-configuration':
        return sendJson(response, 200, {
          issuer: state.issuer,
          authorization_endpoint: `${state.issuer}/authorize`,
          token_endpoint: `${state.issuer}/token`,
          jwks_uri: `${state.issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
        });
      case 'GET /keys':
        return sendJson(response, 200, {
          keys: [{ ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }],
        });
      case 'GET /authorize':
        return authorize(url, response);
      case 'POST /token':
        return exchange(new URLSearchParams(await text(request)), response);
      default:
        return sendJson(response, 404, { error: 'not_found' });
    }
  }

  function authorize(url: URL, response: ServerResponse): void {
    const sent = url.searchParams;
    const redirectUri = sent.get('redirect_uri');
    const challenge = sent.get('code_challenge');
    const isComplete =
      sent.get('response_type') === 'code' &&
      sent.get('client_id') === state.clientId &&
      sent.get('code_challenge_method') === 'S256' &&
      (sent.get('scope') ?? '').split(' ').includes('openid');
    if (!isComplete || redirectUri === null || challenge === null)
      return sendJson(response, 400, { error: 'invalid_request' });
    const back = new URL(redirectUri);
    back.searchParams.set('state', sent.get('state') ?? '');
    if (state.denies) {
      back.searchParams.set('error', 'access_denied');
    } else {
      const code = randomBytes(16).toString('hex');
      grants.set(code, { person: { ...state.person }, nonce: sent.get('nonce'), challenge, redirectUri });
      back.searchParams.set('code', code);
      back.searchParams.set('scope', 'openid email profile');
      back.searchParams.set('authuser', '0');
    }
    response.writeHead(302, { location: back.href }).end();
  }

  async function exchange(sent: URLSearchParams, response: ServerResponse): Promise<void> {
    const grant = grants.get(sent.get('code') ?? '');
    grants.delete(sent.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    if (sent.get('client_id') !== state.clientId || sent.get('client_secret') !== state.clientSecret) {
      return sendJson(response, 401, { error: 'invalid_client' });
    }
    if (grant === undefined || challenge !== grant.challenge || sent.get('redirect_uri') !== grant.redirectUri) {
      return sendJson(response, 400, { error: 'invalid_grant' });
    }
    sendJson(response, 200, {
      access_token: randomBytes(16).toString('hex'),
      token_type: 'Bearer',
      expires_in: 3_600,
      id_token: await writeIdToken(grant),
    });
  }

  async function writeIdToken({ person, nonce }: Grant): Promise<string> {
    const claims = { ...person, nonce: state.fault === 'nonce' ? 'another' : nonce };
    const key: CryptoKey = state.fault === 'forged' ? strangers.privateKey : privateKey;
    const token = new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
      .setIssuedAt(state.fault === 'expired' ? '2 hours ago' : undefined)
      .setIssuer(state.fault === 'issuer' ? 'http://127.0.0.1:1' : state.issuer)
      .setAudience(state.fault === 'audience' ? 'another-client' : state.clientId);
    if (state.fault !== 'endless') token.setExpirationTime(state.fault === 'expired' ? '1 hour ago' : '1 hour');
    const signed = await token.sign(key);
    if (state.fault !== 'unsigned') return signed;
    const [, payload] = signed.split('.');
    return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
  }

  return state;
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
}
