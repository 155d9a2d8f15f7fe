import type { DirectLine } from './direct-line.ts';
import type { KeptBaton } from './keep-baton.ts';
import type { Handshake } from './rpc-message.ts';

export interface Bridge {
  /** Of the server's MCP endpoint, with the project. */
  url: string;
  headers: Record<string, string>;
  handshake: Handshake;
  /** The fast path for reading tools, if usable. */
  line: DirectLine | undefined;
  /** The baton of this working tree: adds the token to calls, and learns it from answers. */
  baton: KeptBaton;
  /** How long an unreachable server is retried before that is reported. */
  patienceMs: number;
  /** Aborted when the client has closed its input. */
  ended: AbortSignal;
  /** Writes a message to the client. */
  write(message: object): void;
  /** The same for a serialised line, with its line feed. */
  pass(line: Buffer): void;
  /** Standard error. */
  log(line: string): void;
}
