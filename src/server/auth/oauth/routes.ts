import { z } from 'zod';
import * as apps from '#contract/connected-apps.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { type Mount, requireOpen } from '#server/platform/http/mount.ts';
import type { MountRaw, RawAnswer, RawHandler } from '#server/platform/http/raw.ts';
import { mountStyleSheet } from '#server/platform/http/style-sheet.ts';
import type { MountMetadata } from '#server/platform/http/well-known.ts';
import { BASE_PATH } from '../better-auth.ts';
import { type ConnectParts, answerConnect, showConnect } from './handle-connect.ts';
import { listMyApps } from './list-my-apps.ts';
import { metadataPath, offersSignIn } from './offer.ts';
import { CONNECT_PATH } from './plugins.ts';
import { AUTHORIZE_PATH, authorize, exchangeToken, registerClient, revokeToken } from './protocol-doors.ts';
import { CONNECT_STYLE, renderRefusal } from './render-page.ts';
import { revokeMyApp } from './revoke-my-app.ts';

interface Doors {
  mount: Mount;
  mountRaw: MountRaw;
  mountMetadata: MountMetadata;
}

/** The well-known documents that are served; any other is 404. */
const DOCUMENTS: ReadonlySet<string> = new Set([
  '/.well-known/oauth-protected-resource',
  metadataPath,
  `/.well-known/oauth-authorization-server${BASE_PATH}`,
]);
const NOT_OFFERED = /^(introspection_|dpop_|backchannel_)/;
const Metadata = z.record(z.string(), z.unknown());

/** The OAuth endpoints, the consent page, and the list of connected apps. */
export function addAppRoutes({ mount, mountRaw, mountMetadata }: Doors, services: Services, parts: ConnectParts): void {
  const { engine } = parts;
  const isOffered = offersSignIn(services.config.url);
  mount(apps.listMyApps, listMyApps);
  mount(apps.revokeMyApp, revokeMyApp);

  mountMetadata(async (ctx, path) => {
    if (!isOffered || !DOCUMENTS.has(path)) return undefined;
    const answer = await engine.askProtocol(ctx, { method: 'GET', path });
    const document = Metadata.parse(await answer.json());
    return Object.fromEntries(Object.entries(document).filter(([name]) => !NOT_OFFERED.test(name)));
  });
  if (!isOffered) return;

  mountRaw('POST', `${BASE_PATH}/oauth2/register`, (ctx, request) => registerClient(engine, ctx, request));
  mountRaw('POST', `${BASE_PATH}/oauth2/token`, (ctx, request) => exchangeToken(engine, ctx, request));
  mountRaw('POST', `${BASE_PATH}/oauth2/revoke`, (ctx, request) => revokeToken(engine, ctx, request));
  mountRaw(
    'GET',
    AUTHORIZE_PATH,
    onPage((ctx, request) => authorize(engine, ctx, request)),
  );
  mountRaw(
    'GET',
    CONNECT_PATH,
    onPage((ctx, request) => showConnect(parts, ctx, request)),
  );
  mountRaw(
    'POST',
    CONNECT_PATH,
    onPage((ctx, request) => answerConnect(parts, ctx, request)),
  );
  mountStyleSheet(mountRaw, CONNECT_STYLE);
}

/** Opened by a person in a browser: a refusal is a page as well. */
const onPage =
  (handler: RawHandler): RawHandler =>
  async (ctx: Context, request): Promise<RawAnswer> => {
    try {
      await requireOpen(ctx);
      return await handler(ctx, request);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return renderRefusal(error.status, 'This app was not connected', error.message);
    }
  };
