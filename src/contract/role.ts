import { z } from 'zod';

/** What a person may do in a project: an owner everything, an editor work in it, a viewer look. */
export const ProjectRole = z.enum(['owner', 'editor', 'viewer']);
export type ProjectRole = z.infer<typeof ProjectRole>;
