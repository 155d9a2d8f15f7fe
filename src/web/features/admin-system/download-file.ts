import { reportFailure, withAccessToken } from '#web/lib/session/session.ts';
import { send } from '#web/lib/net/send.ts';
import { saveBlob } from '#web/lib/net/save-file.ts';

export interface Fetched {
  method: 'GET' | 'POST';
  path: string;
  /** Used if the response has no file name. */
  filename: string;
  signal?: AbortSignal;
  onProgress?: (bytes: number) => void;
}

/** Downloads with a bearer token, which a plain link cannot send; saves only a complete file. Returns its size. */
export async function downloadFile({ method, path, filename, signal, onProgress }: Fetched): Promise<number> {
  try {
    const response = await withAccessToken((token) => send({ method, path, token, ...(signal && { signal }) }));
    const blob = await readBlob(response, onProgress);
    saveBlob(nameOf(response) ?? filename, blob);
    return blob.size;
  } catch (error) {
    reportFailure(error);
    throw error;
  }
}

async function readBlob(response: Response, onProgress: Fetched['onProgress']): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
    parts.push(step.value);
    bytes += step.value.byteLength;
    onProgress?.(bytes);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? 'application/octet-stream' });
}

function nameOf(response: Response): string | undefined {
  return /filename="([^"/\\]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
}
