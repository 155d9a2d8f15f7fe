import { runCommand } from '#server/commands/index.ts';

/** What a test says to the server it started: how far its clock is ahead. */
export interface ClockMessage {
  aheadMs: number;
}

let aheadMs = 0;
const RealDate = Date;
const now = () => RealDate.now() + aheadMs;

// Sessions and tokens are made by libraries that take no clock: the whole process gets another one, as a machine would.
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: unknown[]) => Reflect.construct(target, given.length === 0 ? [now()] : given) as Date,
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});

process.on('message', (message: ClockMessage) => {
  aheadMs = message.aheadMs;
  process.send?.(message);
});
// The server stops when it is told to, not when nobody talks to it any more.
process.channel?.unref();

// The database has not moved with it.
process.env['BATON_CLOCK'] = 'machine';
process.exitCode = await runCommand(['serve']);
