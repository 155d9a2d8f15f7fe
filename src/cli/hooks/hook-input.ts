import { isAbsolute } from 'node:path';

/** The part of a hook's input used here. */
export interface HookInput {
  folder: string | undefined;
  transcript: string | undefined;
  /** startup, resume, compact, … */
  source: string | undefined;
  /** The turn was already extended by a hook: doing it again would loop for ever. */
  isAgain: boolean;
}

const BYTES_MAX = 1_000_000;
const WAIT_MS = 1000;

/** Standard input, with a timeout: a client may leave it open. */
export async function readStandardInput(): Promise<string> {
  if (process.stdin.isTTY) return '';
  let text = '';
  const reading = (async () => {
    for await (const chunk of process.stdin.setEncoding('utf8')) {
      text += chunk as string;
      if (text.length > BYTES_MAX) return;
    }
  })();
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([reading, new Promise<void>((resolve) => (timer = setTimeout(resolve, WAIT_MS)))]);
  clearTimeout(timer);
  process.stdin.destroy();
  return text;
}

export function readHookInput(text: string): HookInput {
  const said = parse(text);
  const path = (value: unknown) => (typeof value === 'string' && isAbsolute(value) ? value : undefined);
  const roots: unknown = said['workspace_roots'];
  return {
    folder: path(said['cwd']) ?? path(Array.isArray(roots) ? roots[0] : undefined),
    transcript: path(said['transcript_path']),
    source: typeof said['source'] === 'string' ? said['source'] : undefined,
    isAgain: said['stop_hook_active'] === true || (typeof said['loop_count'] === 'number' && said['loop_count'] > 0),
  };
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
