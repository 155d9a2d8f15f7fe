import { runCommand } from '#server/commands/index.ts';

/** Message to the server process: the offset of its clock, or an error to be raised where nobody catches it. */
export type ClockMessage = { aheadMs: number } | { fail: 'exception' | 'rejection' | 'output' };

let aheadMs = 0;
const RealDate = Date;
const now = () => RealDate.now() + aheadMs;

// Sessions and tokens are created by libraries that take no clock, so Date is replaced in the whole process.
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: unknown[]) => Reflect.construct(target, given.length === 0 ? [now()] : given) as Date,
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});

process.on('message', (message: ClockMessage) => {
  if ('aheadMs' in message) {
    aheadMs = message.aheadMs;
    process.send?.(message);
  } else if (message.fail === 'output') {
    process.stdout.emit('error', new Error('write EPIPE'));
  } else if (message.fail === 'rejection') {
    void Promise.reject(new Error('nobody awaits this'));
  } else {
    throw new Error('nobody catches this');
  }
});
// The IPC channel must not keep the server alive.
process.channel?.unref();

// The database's clock has not moved.
process.env['BATON_CLOCK'] = 'machine';
process.exitCode = await runCommand(['serve']);
