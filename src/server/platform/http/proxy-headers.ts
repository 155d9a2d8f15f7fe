import type { IncomingHttpHeaders } from 'node:http';

/** Those that claim who the client is, or how it called. */
const CLAIMS = new Set([
  'forwarded',
  'forwarded-for',
  'x-forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
  'x-client-ip',
  'cf-connecting-ip',
  'true-client-ip',
]);

/** What else proxies, load balancers, tunnels and CDNs add. No browser sends any of these by itself. */
const ADDED =
  /^(via|cdn-loop|client-ip|x-(forwarded|original|envoy|amz|amzn|arr|azure|appengine|vercel|cluster-client|proxyuser)-.+|(cf|fastly|fly|akamai|cloudfront|tailscale|ngrok)-.+|x-cloud-trace-context)$/;

/** The name of the first header that something between client and server has added. */
export function findProxyHeader(headers: IncomingHttpHeaders): string | undefined {
  for (const name in headers) if (CLAIMS.has(name) || ADDED.test(name)) return name;
  return undefined;
}

/** The name of the first header that tells another address or name than the connection does. */
export function findForwardedHeader(headers: IncomingHttpHeaders): string | undefined {
  for (const name in headers) if (CLAIMS.has(name)) return name;
  return undefined;
}
