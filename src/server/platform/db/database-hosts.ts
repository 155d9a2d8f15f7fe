import { StartError } from '../start-error.ts';

/** One host of the database that DATABASE_URL names. */
export interface DatabaseHost {
  /** As people write it, without credentials. */
  name: string;
  url: string;
}

const URL_PARTS = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
const HOST = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d+))?$/i;
const DEFAULT_PORT = '5432';
const PORT_MAX = 65_535;
/** Hosts are asked every two seconds by every server process. */
const HOSTS_MAX = 8;
/** Of libpq's words those that mean what Baton does anyway. */
const WRITING = new Set(['read-write', 'primary']);

/**
 * The hosts of a connection string as libpq writes several: `postgres://user:password@h1:5432,h2:5432/db`, or
 * `?host=h1,h2&port=5432,5433`. One host is given back as it was written.
 */
export function listDatabaseHosts(url: string): DatabaseHost[] {
  const parts = URL_PARTS.exec(url);
  const [, scheme = '', user, authority = '', path = '', query = ''] = parts ?? [];
  const options = new URLSearchParams(query);
  const named = options.get('host') ?? '';
  if (parts === null || !(authority.includes(',') || named.includes(','))) return [{ name: authority || named, url }];
  if (authority.includes(',') && named !== '') throw refuse('names its hosts either before the database or in ?host=');
  requireWriting(options);
  const login = user === undefined ? '' : `${user}@`;
  const hosts = authority.includes(',')
    ? listAuthority(authority).map((host) => ({
        name: host,
        url: `${scheme}${login}${host}${path}${written(options)}`,
      }))
    : listNamed(named, options.get('port')).map(({ host, port }) => ({
        name: host.startsWith('/') ? `${host} (${port})` : `${host}:${port}`,
        url: `${scheme}${login}${path || '/'}${written(options, { host, port })}`,
      }));
  if (hosts.length > HOSTS_MAX) throw refuse(`names ${hosts.length} hosts; at most ${HOSTS_MAX} are followed`);
  const twice = hosts.find(({ name }, place) => hosts.findIndex((other) => other.name === name) !== place);
  if (twice !== undefined) throw refuse(`names ${twice.name} twice`);
  return hosts;
}

function listAuthority(authority: string): string[] {
  return authority.split(',').map((item) => {
    const [, host, port = DEFAULT_PORT] = HOST.exec(item) ?? [];
    if (host === undefined) throw refuse(`has a host that cannot be read between its commas: "${item}"`);
    return `${host}:${requirePort(port)}`;
  });
}

function listNamed(named: string, given: string | null): { host: string; port: string }[] {
  const hosts = named.split(',');
  const ports = (given ?? DEFAULT_PORT).split(',');
  if (ports.length !== 1 && ports.length !== hosts.length)
    throw refuse(`has ${hosts.length} hosts and ${ports.length} ports: one port for each, or one for all`);
  return hosts.map((host, place) => {
    if (host === '') throw refuse('has an empty host between its commas');
    return { host, port: requirePort(ports[ports.length === 1 ? 0 : place] ?? '') };
  });
}

function requirePort(port: string): string {
  if (!/^\d+$/.test(port) || Number(port) < 1 || Number(port) > PORT_MAX)
    throw refuse(`has "${port}" for a port; a port is a number from 1 to ${PORT_MAX}`);
  return port;
}

function requireWriting(options: URLSearchParams): void {
  const wanted = options.get('target_session_attrs');
  if (wanted !== null && !WRITING.has(wanted))
    throw refuse('takes target_session_attrs=read-write or none: Baton works on the host that takes writes');
}

/** The options of one host: what chooses among several is left out. */
function written(options: URLSearchParams, own: Record<string, string> = {}): string {
  const left = new URLSearchParams(options);
  for (const name of ['target_session_attrs', 'load_balance_hosts', 'host', 'port']) left.delete(name);
  for (const [name, value] of Object.entries(own)) left.set(name, value);
  const text = left.toString();
  return text === '' ? '' : `?${text}`;
}

/** Never the string itself: it contains the password. */
const refuse = (fault: string) =>
  new StartError(`DATABASE_URL ${fault}. Several hosts: postgres://user:password@host1:5432,host2:5432/baton.`);
