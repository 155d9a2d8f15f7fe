import { rewriteSentence } from './rewrite-sentence.ts';
import { type Voice, lowerFirst } from './voice.ts';

/** "Given … when … then …": the title is what must happen, and when. */
export function rewriteScenario(text: string, voice: Voice): string | undefined {
  const named = /^(?:scenario(?: outline)?|szenario)\s*\d*\s*[:—–-]\s*(.+?)(?=[\s.]*\bgiven\b|$)/iu.exec(text)?.[1];
  const steps = /\bgiven\b.*?\bwhen\b(.+?)[,;.]?\s*\bthen\b\s*(.+)$/isu.exec(text);
  if (named !== undefined && named.trim() !== '') return sayOutcome(named.trim(), undefined, voice);
  if (steps === null) return undefined;
  const outcome = (steps[2] ?? '').split(/[,;.]?\s+\b(?:and|but)\b\s+/iu)[0] ?? '';
  return sayOutcome(outcome.trim(), (steps[1] ?? '').trim(), voice);
}

function sayOutcome(outcome: string, moment: string | undefined, voice: Voice): string {
  const main = rewriteSentence(outcome, voice) ?? `make sure that ${lowerFirst(outcome, voice)}`;
  return moment === undefined ? main : `${main} when ${lowerFirst(moment.replace(/[,.]$/u, ''), voice)}`;
}
