import type { ServerResponse } from 'node:http';

/** An injected fault. */
export type PayPalFault =
  | { status: number; retryAfter?: string; location?: string }
  | { body: unknown }
  | 'garbage'
  | 'half'
  | 'hang-up'
  | 'silence';

/** Responds with the fault, or not at all. */
export function misbehave(response: ServerResponse, fault: PayPalFault): void {
  if (fault === 'silence') return;
  if (fault === 'hang-up') return void response.destroy();
  if (fault === 'garbage') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>');
  if (fault === 'half') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
    response.write('{"id":"I-', () => response.destroy());
    return;
  }
  if ('body' in fault)
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(fault.body));
  response.writeHead(fault.status, {
    ...(fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }),
    ...(fault.location === undefined ? {} : { location: fault.location }),
  });
  // Echoes what it was sent, as bad servers do.
  response.end(JSON.stringify({ name: 'NO', message: 'no: secret-of-the-tests' }));
}
