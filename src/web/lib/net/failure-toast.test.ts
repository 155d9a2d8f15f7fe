import { describe, expect, test } from 'vitest';
import { ApiError, networkError } from './api-error.ts';
import { failureToast, messageOf, successToast } from './failure-toast.ts';

const LATER = 'Please try again later or contact support to increase your limits.';
const limited = (usage?: object) =>
  new ApiError('No more', { status: 429, errorType: 'USAGE_LIMIT_EXCEEDED', ...(usage && { usage }) });

describe('failureToast', () => {
  test('names the limit that was reached', () => {
    expect(failureToast(limited())).toEqual({
      variant: 'destructive',
      title: 'Usage Limit Exceeded',
      description: `You've reached your usage limit. ${LATER}`,
    });
    const usage = { daily: { current: 2, limit: 2 }, monthly: { current: 3, limit: 5 } };
    expect(failureToast(limited(usage)).description).toBe(`Daily: 2/2, Monthly: 3/5. ${LATER}`);
    expect(failureToast(limited({ ...usage, daily: { current: 1, limit: 2 } })).description).toBe(
      `You've reached your usage limit. ${LATER}`,
    );
    expect(failureToast(new ApiError('x', { status: 429 })).title).toBe('Usage Limit Exceeded');
  });

  test('says what to do about full storage in the server’s words', () => {
    const full = new ApiError('Nothing was saved. Delete checkpoints.', {
      status: 429,
      errorType: 'USAGE_LIMIT_EXCEEDED',
      errorCode: 'STORAGE_FULL',
      usage: { storage: { current: 2, limit: 1 } },
    });
    expect(failureToast(full)).toMatchObject({
      title: 'Usage Limit Exceeded',
      description: 'Nothing was saved. Delete checkpoints.',
    });
  });

  test.each([
    ['PRD uploads and generations', { daily: { current: 1, limit: 1 }, monthly: { current: 1, limit: 1 } }],
    ['the month before the day', { daily: { current: 1, limit: 3 }, monthly: { current: 10, limit: 10 } }],
  ])('counts what is used of %s', (_what, usage) => {
    const { daily, monthly } = usage;
    expect(failureToast(limited(usage)).description).toBe(
      `Daily: ${daily.current}/${daily.limit}, Monthly: ${monthly.current}/${monthly.limit}. ${LATER}`,
    );
  });

  test.each([
    ['active projects', { projects: { current: 1, limit: 1 } }],
    ['agent calls of an hour', { hour: { current: 1_000, limit: 1_000 } }],
    ['agent calls of a minute', { minute: { current: 60, limit: 60 } }],
    ['tasks of a project', { tasks: { current: 1_000, limit: 1_000 } }],
  ])('has the specified words for %s', (_what, usage) => {
    expect(failureToast(limited(usage))).toMatchObject({
      title: 'Usage Limit Exceeded',
      description: `You've reached your usage limit. ${LATER}`,
    });
  });

  test('tells what to do where waiting does not help', () => {
    const refusal = (status: number, errorCode: 'PROJECT_READ_ONLY' | 'PROJECT_ARCHIVED') =>
      failureToast(new ApiError('Choose the projects to keep.', { status, errorCode }));
    expect(refusal(429, 'PROJECT_READ_ONLY')).toMatchObject({
      title: 'Read-Only Project',
      description: 'Choose the projects to keep.',
    });
    expect(refusal(409, 'PROJECT_ARCHIVED')).toMatchObject({
      title: 'Archived Project',
      description: 'Choose the projects to keep.',
    });
  });

  test.each([401, 403])('asks for a new sign-in on %i', (status) => {
    expect(failureToast(new ApiError('No', { status }))).toMatchObject({
      title: 'Authentication Error',
      description: 'Please log in again to continue.',
    });
  });

  test('points to the connection when nobody answered', () => {
    const text = { title: 'Connection Error', description: 'Please check your internet connection and try again.' };
    expect(failureToast(networkError())).toMatchObject(text);
    expect(failureToast(new DOMException('x', 'NetworkError'))).toMatchObject(text);
  });

  test('shows other failures as they are, under their code where they have one', () => {
    expect(failureToast(new ApiError('Broken', { status: 500 }))).toMatchObject({
      title: 'Error',
      description: 'Broken',
    });
    expect(failureToast(new ApiError('Held', { status: 409, errorCode: 'SERVER_BUSY' }))).toMatchObject({
      title: 'SERVER_BUSY',
      description: 'Held',
    });
    expect(failureToast(new ApiError('', { status: 500 }))).toMatchObject({
      title: 'Error',
      description: 'Failed to generate tasks',
    });
    expect(failureToast(new ApiError('', { status: 500 }), 'Failed to export')).toMatchObject({
      description: 'Failed to export',
    });
    expect(failureToast(undefined)).toMatchObject({
      title: 'Unknown Error',
      description: 'An unexpected error occurred. Please try again.',
    });
  });
});

test('messageOf prefers the server’s sentence', () => {
  expect(messageOf(new ApiError('Full.', { status: 429 }), 'Failed')).toBe('Full.');
  expect(messageOf(networkError(), 'Failed')).toBe('Please check your internet connection and try again.');
  expect(messageOf('odd', 'Failed')).toBe('Failed');
});

test('successToast says what was done to what', () => {
  expect(successToast('Updated', 'Password')).toEqual({
    variant: 'success',
    title: 'Updated',
    description: 'Password updated successfully',
  });
});
