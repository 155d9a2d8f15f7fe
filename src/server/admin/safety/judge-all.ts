import type { SafetyReport, SafetySeverity } from '#contract/admin-safety.ts';
import type { Facts } from './facts.ts';
import { rulesOfAccess } from './rules-of-access.ts';
import { rulesOfData } from './rules-of-data.ts';
import { rulesOfDatabase } from './rules-of-database.ts';
import { rulesOfKeys } from './rules-of-keys.ts';
import { rulesOfMail } from './rules-of-mail.ts';
import { rulesOfNetwork } from './rules-of-network.ts';
import { rulesOfOutgoing } from './rules-of-outgoing.ts';
import { rulesOfProxies } from './rules-of-proxies.ts';
import { rulesOfSwitches } from './rules-of-switches.ts';

const RULES = [
  ...rulesOfNetwork,
  ...rulesOfProxies,
  ...rulesOfAccess,
  ...rulesOfMail,
  ...rulesOfData,
  ...rulesOfDatabase,
  ...rulesOfKeys,
  ...rulesOfOutgoing,
  ...rulesOfSwitches,
];
const ORDER: Record<SafetySeverity, number> = { must: 0, should: 1, note: 2 };

/** The report of all rules on these facts, the most severe finding first. */
export function judgeAll(facts: Facts): Pick<SafetyReport, 'findings' | 'passed' | 'unknown'> {
  const report: ReturnType<typeof judgeAll> = { findings: [], passed: [], unknown: [] };
  for (const judge of RULES) {
    const judgement = judge(facts);
    if (judgement === undefined) continue;
    const { is, ...rest } = judgement;
    if (is === 'finding' && 'severity' in rest) report.findings.push(rest);
    else if (is !== 'finding' && 'says' in rest) report[is].push(rest);
  }
  report.findings.sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
  return report;
}
