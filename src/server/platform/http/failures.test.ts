import { describe, expect, test } from 'vitest';
import { AppError } from '../error.ts';
import { explainFailure, failureBody } from './failures.ts';

const wrapped = (code: string, extra: object = {}) =>
  new Error('Failed query: select $1', { cause: Object.assign(new Error('reason'), { code, ...extra }) });

describe('what was thrown decides what is told', () => {
  const cases: [string, unknown, number, string | undefined][] = [
    ['an expected failure', new AppError('CONFLICT', 'Taken.'), 409, undefined],
    ['a database that is shutting down', wrapped('57P01'), 503, undefined],
    ['a refused connection', wrapped('ECONNREFUSED', { syscall: 'connect' }), 503, undefined],
    ['a connection cut in the middle', new Error('Connection terminated unexpectedly'), 503, undefined],
    ['a statement that is never answered', new Error('Query read timeout'), 503, undefined],
    ['no free connection in time', new Error('timeout exceeded when trying to connect'), 503, undefined],
    ['too many connections', wrapped('53300'), 503, undefined],
    ['a full disk', wrapped('53100'), 503, 'database'],
    ['a broken statement', wrapped('42703'), 500, 'database'],
    ['a bug', new TypeError('x is undefined'), 500, 'api'],
    ['a thrown string', 'oops', 500, 'api'],
  ];
  for (const [name, thrown, status, recordAs] of cases) {
    test(name, () => {
      const { shown, recordAs: recorded } = explainFailure(thrown);
      expect([shown.status, recorded]).toEqual([status, recordAs]);
    });
  }

  test('of a statement that lost its connection only a read is said to have done nothing', () => {
    const cut = new Error('Connection terminated unexpectedly');
    expect(explainFailure(cut).shown.message).toContain('not known whether this was written');
    expect(explainFailure(cut, { isRead: true }).shown.message).toContain('try again in a moment');
    for (const sent of [wrapped('57P01'), wrapped('ECONNRESET', { syscall: 'read' }), new Error('Query read timeout')])
      expect(explainFailure(sent).shown.message).toContain('not known');
    for (const unsent of [wrapped('ECONNREFUSED', { syscall: 'connect' }), wrapped('57P03'), wrapped('25006')])
      expect(explainFailure(unsent).shown.message).toContain('try again in a moment');
  });

  test('an unknown error’s own text never reaches the caller', () => {
    const { shown } = explainFailure(new Error('password=hunter2'));
    expect(JSON.stringify(failureBody(shown, 'r'))).not.toContain('hunter2');
  });

  test('of a full disk only what would be written is said not to be saved', () => {
    expect(explainFailure(wrapped('53100')).shown.message).toContain('nothing was saved');
    expect(explainFailure(wrapped('53100'), { isRead: true }).shown.message).not.toContain('saved');
  });

  test('failures of providers are told in words and recorded, others that were expected are not', () => {
    for (const type of ['AI_PROVIDER_ERROR', 'PAYMENT_PROVIDER_ERROR'] as const)
      expect(explainFailure(new AppError(type, 'Away.')).recordAs).toBe('service');
  });

  test('a busy database tells when to come back', () => {
    expect(explainFailure(wrapped('57P03')).shown.detail).toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
      retryAfterSeconds: 5,
    });
  });
});
