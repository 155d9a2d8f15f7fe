import type { GivenRole } from '#contract/people.ts';
import type { ProjectRole } from '#contract/role.ts';
import { AppError } from '#server/platform/error.ts';

export const mayEdit = (role: ProjectRole): boolean => role !== 'viewer';

export const viewersOnlyLook = () =>
  new AppError('FORBIDDEN', 'You may look at this project, not change it. Its owner can make you an editor.', {
    code: 'NOT_FOR_ROLE',
  });

export const ownersOnly = () =>
  new AppError('FORBIDDEN', 'Only the owner of this project may do that.', { code: 'NOT_FOR_ROLE' });

export const NAME_OF_ROLE: Readonly<Record<GivenRole, string>> = {
  editor: 'an editor: you can plan, answer and run agents in it',
  viewer: 'a viewer: you can look at everything in it',
};
