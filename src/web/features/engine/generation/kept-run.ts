import { tabStore } from '#web/lib/browser-store.ts';
import { type GenerationRequest, newSessionId } from '../mutations.ts';

/** What a reload needs to repeat the request with the same session id (idempotent). The text itself is in the draft. */
export type KeptRun = Omit<GenerationRequest, 'content'> & { startedAt: number };

/** TTL of the stored run: an older one is over, with or without a result. */
const FORGOTTEN_AFTER = 15 * 60_000;
const keyOf = (projectId: string) => `baton-generation:${projectId}`;

export const keptRun = {
  open(projectId: string, request: Omit<KeptRun, 'sessionId' | 'startedAt'>): KeptRun {
    const run = { ...request, sessionId: newSessionId(), startedAt: Date.now() };
    tabStore.write(keyOf(projectId), JSON.stringify(run));
    return run;
  },
  remove: (projectId: string) => tabStore.remove(keyOf(projectId)),
  read(projectId: string, now: number): KeptRun | undefined {
    try {
      const run: unknown = JSON.parse(tabStore.read(keyOf(projectId)) ?? 'null');
      return isKept(run) && now - run.startedAt < FORGOTTEN_AFTER ? run : undefined;
    } catch {
      return undefined;
    }
  },
};

function isKept(value: unknown): value is KeptRun {
  return (
    typeof value === 'object' &&
    value !== null &&
    'sessionId' in value &&
    typeof value.sessionId === 'string' &&
    'filename' in value &&
    typeof value.filename === 'string' &&
    'clearExisting' in value &&
    typeof value.clearExisting === 'boolean' &&
    'startedAt' in value &&
    typeof value.startedAt === 'number'
  );
}
