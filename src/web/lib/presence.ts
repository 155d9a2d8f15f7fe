import { BEAT_SECONDS, HOLDER_QUIET_MINUTES, HOLDER_STALLED_MINUTES } from '#contract/constants.ts';
import type { Baton } from '#contract/plan.ts';
import { shortAge } from './time.ts';

const MINUTE = 60_000;

export type Presence = 'working' | 'quiet' | 'stalled';

export const PRESENCE_WORDS: Record<Presence, string> = {
  working: 'holds the baton',
  quiet: 'is quiet',
  stalled: 'may have stopped',
};

/** Derived from the time of the holder's last call: quiet after two minutes, stalled after ten. */
export function presenceOf(baton: Pick<Baton, 'last_call_at'>, now: number): Presence {
  const passed = now - Date.parse(baton.last_call_at);
  if (passed >= HOLDER_STALLED_MINUTES * MINUTE) return 'stalled';
  return passed >= HOLDER_QUIET_MINUTES * MINUTE ? 'quiet' : 'working';
}

/** "Locked 12m ago · last call 8s ago · 58 calls". */
export function holdLine(baton: Baton, now: number): string {
  const calls = baton.call_count === 1 ? '1 call' : `${baton.call_count.toLocaleString('en-US')} calls`;
  return `Locked ${shortAge(baton.taken_at, now)} ago · last call ${shortAge(baton.last_call_at, now)} ago · ${calls}`;
}

/** The stored histogram ends at the last call: shifts it left and pads with zeros up to now. */
export function beatsUntil(baton: Pick<Baton, 'beats' | 'last_call_at'>, now: number): number[] {
  const passed = Math.floor((now - Date.parse(baton.last_call_at)) / (BEAT_SECONDS * 1_000));
  const silent = Math.min(Math.max(passed, 0), baton.beats.length);
  return [...baton.beats.slice(silent), ...Array.from({ length: silent }, () => 0)];
}
