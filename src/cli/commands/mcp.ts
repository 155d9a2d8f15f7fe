import { headersFor } from '../ask-server.ts';
import { openDirectLine } from '../bridge/direct-line.ts';
import { keepBaton } from '../bridge/keep-baton.ts';
import { runBridge } from '../bridge/run-bridge.ts';
import { type Command, requirePlace } from '../command.ts';
import { EXIT } from '../failure.ts';

/** Shorter than clients' own timeouts, so that the reason comes from us. */
const PATIENCE_SECONDS = 45;

/** A stdio MCP server that forwards everything to the server over HTTP. */
export const mcp: Command = {
  options: { patience: { type: 'string' } },
  async run(call) {
    call.args.take(0);
    const { to, project } = requirePlace(call);
    const url = `${to.url}/mcp/${project}`;
    const headers = headersFor({ ...to, session: undefined, token: undefined });
    const line = await openDirectLine(url, headers);
    const bridge = {
      url,
      headers,
      line,
      baton: keepBaton(call, project),
      handshake: { sessionId: undefined, version: undefined },
      patienceMs: (call.args.number('patience') ?? PATIENCE_SECONDS) * 1_000,
      write: (message: object) => void process.stdout.write(`${JSON.stringify(message)}\n`),
      pass: (bytes: Buffer) => void process.stdout.write(bytes),
      log: (line: string) => console.error(`baton mcp: ${line}`),
    };
    await runBridge(bridge, process.stdin).finally(() => line?.close());
    return EXIT.fine;
  },
};
