import * as contract from '#contract/instance.ts';
import { probeModel } from '#server/engine/index.ts';
import type { Services } from '#server/platform/context.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { getInstance } from './get-instance.ts';
import { type ModelName, type SetupParts, getSetupStatus } from './get-setup-status.ts';
import { keepAnswer } from './keep-answer.ts';
import { listOutbox } from './list-outbox.ts';

export function addInstanceRoutes(
  mount: Mount,
  { config, now }: Services,
  { payments, engine }: Pick<SetupParts, 'engine' | 'payments'>,
): void {
  const keepModel = (name: ModelName) =>
    keepAnswer(
      () => probeModel(config, name),
      ({ state }) => state === 'answers',
      now,
    );
  const models = { anthropic: keepModel('anthropic'), 'openai-compatible': keepModel('openai-compatible') };
  const parts: SetupParts = {
    engine,
    payments: {
      name: payments.name,
      probe: keepAnswer(
        () => payments.probe(),
        ({ ok }) => ok,
        now,
      ),
    },
    askModel: (name) => models[name](),
  };
  mount(contract.getInstance, getInstance);
  mount(contract.getSetupStatus, (ctx) => getSetupStatus(ctx, parts));
  mount(contract.listOutbox, listOutbox);
}
