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
