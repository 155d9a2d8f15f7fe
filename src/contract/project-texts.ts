import { formatNumber } from './counted.ts';
import { PRODUCT } from './constants.ts';

export const PROJECT_TEXTS = {
  emptyTitle: `Welcome to ${PRODUCT}!`,
  createFirst: 'Create Your First Project',
  noDescription: 'No description provided',
  open: 'Open Project',
  completed: (done: number, all: number) => `${formatNumber(done)} of ${formatNumber(all)} tasks completed`,
  createTitle: 'Create New Project',
  editTitle: 'Edit Project',
  deleteTitle: 'Delete Project',
  nameLabel: 'Project Name *',
  error: 'Error',
  success: 'Success',
  loadFailed: 'Failed to load projects',
  created: 'Project Created',
  creationFailed: 'Creation Failed',
  createFailed: 'Failed to create project',
  updated: 'Project updated successfully',
  updateFailed: 'Failed to update project',
  deleted: 'Project Deleted',
  deletionFailed: 'Deletion Failed',
  deleteFailed: 'Failed to delete project',
  copied: 'Copied!',
  idCopied: 'Project ID copied to clipboard',
  copyFailed: 'Copy Failed',
  copyFailedText: 'Failed to copy project ID',
  loading: 'Loading Project...',
  determining: 'Determining project state...',
  notFound: 'Project Not Found',
  noLongerYours: 'You are not one of this project’s people any more.',
  notFoundText: "The project you're looking for doesn't exist or you don't have access to it.",
} as const;

/** Who else has a project on the screen. */
export const LOOKERS_TEXTS = {
  here: (names: readonly string[]) => {
    const last = names.at(-1) ?? '';
    return names.length < 2 ? `${last} is looking too` : `${names.slice(0, -1).join(', ')} and ${last} are looking too`;
  },
} as const;

/** Texts of a read-only project. */
export const LOCKED_TEXTS = {
  badge: 'read-only',
  readOnlyTitle: 'Read-Only Project',
  archivedTitle: 'Archived Project',
  readOnly: 'Your plan has no room for this project: it can be read and exported, but nothing in it can be changed.',
  archived: 'This project is archived: it can be read and exported, but nothing in it can be changed.',
  /** For somebody who is not the owner, and can do nothing about it. */
  readOnlyOf: (owner: string) =>
    `The plan of ${owner}, its owner, has no room for this project: it can be read and exported, but nothing in it can be changed.`,
  archivedOf: (owner: string) =>
    `This project is archived: it can be read and exported, but nothing in it can be changed. ${owner}, its owner, can take it out of the archive.`,
  viewerTitle: 'Not Allowed',
  viewer: (owner: string) => `You may look at this project. Its owner, ${owner}, can make you an editor.`,
} as const;
