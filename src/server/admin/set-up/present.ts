import type { SetUpState } from '#contract/set-up.ts';
import type { MailTestRow } from './queries.ts';

export const presentMailTest = (row: MailTestRow): NonNullable<SetUpState['mail']['test']> => ({
  recipient: row.recipient,
  sent_at: row.sentAt.toISOString(),
  opened_at: row.openedAt?.toISOString() ?? null,
});
