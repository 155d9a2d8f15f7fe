import type { Id } from '#contract/fields.ts';
import type { EngineContext } from '#server/engine/index.ts';
import { exportProject } from '#server/plan/index.ts';
import { readPrd } from '#server/prd/index.ts';
import { cutBytes } from '../rules.ts';
import { writeRequirements } from '../write-requirements.ts';

interface ListedResource {
  uri: string;
  name: string;
  description: string;
  mimeType: string;
}

export const RESOURCES: readonly ListedResource[] = [
  {
    uri: 'baton://prd',
    name: 'PRD',
    description: 'The product requirements document as it was written; plan_read prd has it by line',
    mimeType: 'text/markdown',
  },
  {
    uri: 'baton://requirements',
    name: 'Requirements',
    description: 'What the PRD asks for, by id, with the tasks that answer it',
    mimeType: 'text/markdown',
  },
  { uri: 'baton://plan', name: 'Plan', description: 'The whole plan with its notes', mimeType: 'text/markdown' },
];

export async function readResource(ctx: EngineContext, projectId: Id, uri: string): Promise<string | undefined> {
  const text = await readWhole(ctx, projectId, uri);
  return text === undefined ? undefined : fit(text, REST[uri] ?? '');
}

async function readWhole(ctx: EngineContext, projectId: Id, uri: string): Promise<string | undefined> {
  if (uri === 'baton://prd') return (await readPrd(ctx, projectId)) ?? 'There is no PRD yet.\n';
  if (uri === 'baton://requirements') return writeRequirements(ctx, projectId);
  if (uri !== 'baton://plan') return undefined;
  const plan = await exportProject(ctx, { id: projectId, format: 'markdown' });
  return plan.format === 'markdown' ? plan.markdown : undefined;
}

/** The largest budget of an answer: a client may put a resource into the model's context unasked. */
const RESOURCE_BYTES = 80_000;
/** How to get the rest of a resource that was cut. */
const REST: Readonly<Record<string, string>> = {
  'baton://prd': 'plan_read prd has the rest by line',
  'baton://requirements': 'plan_read prd has the rest by line',
  'baton://plan': 'plan_read has the rest, page by page',
};

function fit(text: string, rest: string): string {
  const size = Buffer.byteLength(text);
  if (size <= RESOURCE_BYTES) return text;
  const kept = cutBytes(text, RESOURCE_BYTES - 200);
  const whole = kept.slice(0, Math.max(kept.lastIndexOf('\n'), 0));
  return `${whole}\n\n(${Math.ceil((size - Buffer.byteLength(whole)) / 1_000)} KB are left out: ${rest})\n`;
}
