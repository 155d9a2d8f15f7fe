import type { Readable } from 'node:stream';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import type { Context } from '../context.ts';
import { type HttpParts, admit } from './mount.ts';

export interface Download {
  /** What the browser saves it as. */
  filename: string;
  type: string;
  /** Read as fast as the caller takes it; ended when the caller goes. */
  body: Readable;
}

export type DownloadUseCase<E> = (ctx: Context, input: InputOf<E>) => Promise<Download>;
export type MountDownload = <E extends Endpoint>(endpoint: E, useCase: DownloadUseCase<E>) => void;

/** The door for files that are made while they are sent. Whatever is refused is refused before the first byte. */
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
