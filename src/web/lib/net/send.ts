import { ApiError, networkError, readFailure } from './api-error.ts';

export interface Sent {
  method: string;
  path: string;
  body?: unknown;
  /** Sent as the raw body instead of JSON; the browser streams it from disk. */
  file?: Blob;
  token?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** One request to our own server. Resolves on success only; everything else is thrown as an ApiError. */
export async function send({ method, path, body, file, token, headers, signal }: Sent): Promise<Response> {
  const response = await fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(file && { 'content-type': 'application/octet-stream' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    credentials: 'same-origin',
    cache: 'no-store',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(file && { body: file }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw networkError();
  });
  if (!response.ok) throw await readFailure(response);
  return response;
}

/** Parses the body as JSON; a body that is none is thrown as an ApiError. */
export async function readJson(response: Response): Promise<unknown> {
  try {
    const body: unknown = await response.json();
    return body;
  } catch {
    throw new ApiError('The answer could not be read.', { status: response.status });
  }
}
