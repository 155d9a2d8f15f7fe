import type { Readable } from 'node:stream';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import type { Context } from '../context.ts';
import { type HttpParts, admit } from './mount.ts';

export interface Download {
  /** For Content-Disposition. */
  filename: string;
  type: string;
  /** Read with back-pressure; destroyed when the client disconnects. */
  body: Readable;
}

export type DownloadUseCase<E> = (ctx: Context, input: InputOf<E>) => Promise<Download>;
export type MountDownload = <E extends Endpoint>(endpoint: E, useCase: DownloadUseCase<E>) => void;

/** Mounts endpoints that stream files while they are generated. Refusals happen before the first byte. */
export function createMountDownload(parts: HttpParts): MountDownload {
  return (endpoint, useCase) => {
    parts.app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      handler: async (request, reply) => {
        const { ctx, input } = await admit(parts, endpoint, request);
        const { filename, type, body } = await useCase(ctx, input as InputOf<typeof endpoint>);
        return reply
          .headers({
            'content-type': type,
            'content-disposition': `attachment; filename="${filename}"`,
            'cache-control': 'no-store',
          })
          .send(body);
      },
    });
  };
}
