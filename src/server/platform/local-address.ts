const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address leads to this machine and can be opened nowhere else. */
export const isLocalUrl = (url: string): boolean => LOCAL.has(new URL(url).hostname);

/** Whether a Host header names this machine, and at which port. */
export function readLocalHost(host: string): { port: number } | undefined {
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  return LOCAL.has(name) ? { port: Number(port ?? 80) } : undefined;
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
export const isLoopback = (address: string | undefined): boolean => LOOPBACK.test(address ?? '');
