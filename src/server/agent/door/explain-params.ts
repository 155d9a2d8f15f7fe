import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { z } from 'zod';

const Issues = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).min(1);

/**
 * The SDK reports invalid params as an internal error with a raw list of issues; this gives the right code and a
 * sentence.
 */
export function explainParams(error: unknown, method: string): unknown {
  if (!(error instanceof Error) || error instanceof ProtocolError) return error;
  const issues = readIssues(error.message);
  if (issues === undefined) return error;
  const said = issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `This is not how ${method} is asked: ${said}.`);
}

function readIssues(text: string): z.infer<typeof Issues> | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    return Issues.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
