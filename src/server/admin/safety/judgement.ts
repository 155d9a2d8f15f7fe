import type { SafetyFinding, SafetySeverity } from '#contract/admin-safety.ts';

/** What one rule makes of the facts. A rule that does not apply says nothing. */
export type Judgement =
  | ({ is: 'finding' } & SafetyFinding)
  | { is: 'passed'; id: string; says: string }
  | { is: 'unknown'; id: string; says: string };

type Details = Pick<SafetyFinding, 'wrong' | 'why' | 'todo'> & Partial<Pick<SafetyFinding, 'setting' | 'link'>>;

export const found = (id: string, severity: SafetySeverity, details: Details): Judgement => ({
  is: 'finding',
  id,
  severity,
  setting: null,
  link: null,
  ...details,
});

export const passed = (id: string, says: string): Judgement => ({ is: 'passed', id, says });
export const unknown = (id: string, says: string): Judgement => ({ is: 'unknown', id, says });

/** On a server that only this machine reaches, what others could do is to be known and not yet to be mended. */
export const ifReached = (isReached: boolean, severity: SafetySeverity): SafetySeverity =>
  isReached ? severity : 'note';
