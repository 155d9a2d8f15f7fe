import type { DirectLine } from './direct-line.ts';
import type { KeptBaton } from './keep-baton.ts';
import type { Handshake } from './rpc-message.ts';

export interface Bridge {
  /** Of the server's MCP door, with the project. */
  url: string;
  headers: Record<string, string>;
  handshake: Handshake;
  /** The short way for what tools read, where there is one. */
  line: DirectLine | undefined;
  /** The baton of this working tree: what a call proves, and what its answer tells. */
  baton: KeptBaton;
  /** How long a server may be away before that is the answer. */
  patienceMs: number;
  /** The client has said its last word: nothing is waited for any more. */
  ended: AbortSignal;
  /** Gives a message to the client. */
  write(message: object): void;
  /** The same for one that is already written, with its line feed. */
  pass(line: Buffer): void;
  /** For people: standard error. */
  log(line: string): void;
}
