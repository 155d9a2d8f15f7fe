import { type Binaries, hasExtensionLibrary } from './binaries.ts';
import { port } from './connection.ts';

export type Settings = Record<string, string>;

/** Written into postgresql.conf once, for a small server; an operator may change them there. */
export const tunableSettings: Settings = {
  max_connections: '100',
  shared_buffers: '64MB',
  // Every query is indexed and bounded: parallel workers and JIT would only add processes and latency.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  io_method: 'sync',
  min_wal_size: '32MB',
  max_wal_size: '512MB',
};

/** Given on the command line at every start, where they override the file. */
export function fixedSettings(binaries: Binaries, socketDirectory: string): Settings {
  return {
    listen_addresses: '',
    port: String(port),
    unix_socket_directories: socketDirectory,
    unix_socket_permissions: '0700',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // Without this, fsync on macOS leaves data in the drive's cache.
    ...(process.platform === 'darwin' && { wal_sync_method: 'fsync_writethrough' }),
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_line_prefix: '%m [%p] %e ',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    // Statements and parameters may contain user data: the server logs the error itself.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(hasExtensionLibrary(binaries, 'pg_stat_statements') && {
      shared_preload_libraries: 'pg_stat_statements',
    }),
  };
}

export function asArguments(settings: Settings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
