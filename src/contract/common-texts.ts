import type { UsageCount } from './errors.ts';

/** Texts shared by many screens; in the specification's wording where it has one. */

export const LOADING = 'Loading...';
export const TRY_AGAIN = 'Try Again';
export const BACK_TO_PROJECTS = 'Back to Projects';

export const PAGE_TEXTS = {
  unknownTitle: 'Page not found',
  unknownText: (path: string) => `There is no page at ${path}.`,
} as const;

const LATER = 'Please try again later or contact support to increase your limits.';
const counted = (name: string, count: UsageCount) => `${name}: ${count.current}/${count.limit}`;

export const FAILURE_TEXTS = {
  usageTitle: 'Usage Limit Exceeded',
  usageText: `You've reached your usage limit. ${LATER}`,
  usageCounts: (usage: { daily?: UsageCount; monthly?: UsageCount }) => {
    const parts = [usage.daily && counted('Daily', usage.daily), usage.monthly && counted('Monthly', usage.monthly)];
    return `${parts.filter(Boolean).join(', ')}. ${LATER}`;
  },
  authTitle: 'Authentication Error',
  authText: 'Please log in again to continue.',
  networkTitle: 'Connection Error',
  networkText: 'Please check your internet connection and try again.',
  errorTitle: 'Error',
  unknownTitle: 'Unknown Error',
  unknownText: 'An unexpected error occurred. Please try again.',
  generateFallback: 'Failed to generate tasks',
} as const;

export const SUCCESS_TEXTS = {
  Created: (item: string) => `${item} created successfully`,
  Updated: (item: string) => `${item} updated successfully`,
  Deleted: (item: string) => `${item} deleted successfully`,
  Uploaded: (item: string) => `${item} uploaded successfully`,
  Generated: (item: string) => `${item} generated successfully`,
} as const;
