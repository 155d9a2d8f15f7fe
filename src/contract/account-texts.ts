import { PRODUCT } from './constants.ts';

/** Texts of the profile and the home page. */

export const ACCOUNT_TEXTS = {
  personal: 'Personal Information',
  security: 'Security',
  details: 'Account Details',
  invalidName: 'Invalid Name',
  emptyName: 'Display name cannot be empty',
  updated: 'Success',
  nameUpdated: 'Display name updated successfully',
  updateFailed: 'Update Failed',
  noEmail: 'No email address found',
  emailSent: 'Email Sent',
  emailSentText: 'Password reset instructions have been sent to your email',
  emailFailed: 'Failed to Send Email',
  viewSubscription: 'View Subscription',
} as const;

export const HOME_TEXTS = {
  title: `Welcome to ${PRODUCT}`,
  user: 'User Information',
  projects: 'Your Projects',
  setup: 'Setup Status',
  neverSignedIn: 'Never',
} as const;
