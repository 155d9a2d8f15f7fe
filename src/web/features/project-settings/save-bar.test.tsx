import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Project } from '#contract/project.ts';
import { toDraft } from './draft.ts';
import { SaveBar, type SettingEdit } from './save-bar.tsx';
import type { SettingsForm } from './use-settings-form.ts';

const theirs = toDraft({
  name: 'Harbor',
  description: null,
  baton_slots: 2,
  lease_minutes: 60,
  done_means: 'word',
  verify_command: null,
  verify_timeout_minutes: 10,
  verify_tries: 3,
  repository_url: null,
} as unknown as Project);
const form = { isDirty: true, disputed: ['baton_slots', 'lease_minutes'], theirs } as unknown as SettingsForm;
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

afterEach(cleanup);

function says(edits: Record<string, SettingEdit>): string {
  render(<SaveBar form={form} editOf={(field) => edits[field]} onSave={() => undefined} />);
  return screen.getByRole('status').textContent ?? '';
}

test('a conflict names who changed what, to what and when', () => {
  const told = says({ baton_slots: { name: 'Mira', at: ago(0) }, lease_minutes: { name: 'codex', at: ago(3) } });
  expect(told).toBe('Mira changed Batons to 2 just now. codex changed Lease to 60 min 3m ago.');
});

test('a conflict tells one’s own change elsewhere, and one whose author is not known', () => {
  const told = says({ baton_slots: { name: undefined, at: ago(0) } });
  expect(told).toBe(
    'You, in another window, changed Batons to 2 just now. Lease was changed to 60 min in the meantime.',
  );
});
