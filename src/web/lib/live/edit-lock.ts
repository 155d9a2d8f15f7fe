import { createContext, use } from 'react';

/** Why a project is read-only. */
export interface EditLock {
  title: string;
  reason: string;
  /** The person may only look: not even a baton may be freed, which an archived project allows. */
  looksOnly?: true;
}

/** Provided around the screens of a project; undefined means that it can be edited. */
export const EditLockContext = createContext<EditLock | undefined>(undefined);

export const useEditLock = () => use(EditLockContext);
export const useLooksOnly = (): boolean => useEditLock()?.looksOnly === true;

/** Id of the element that gives the reason. */
export const EDIT_LOCK_ID = 'edit-lock';

interface ControlProps {
  disabled?: true;
  'aria-describedby'?: string;
}

const OFF: ControlProps = { disabled: true, 'aria-describedby': EDIT_LOCK_ID };
const ON: ControlProps = {};

/** For a control that edits: disabled while the project is read-only, and described by the reason. */
export const useLockedProps = (): ControlProps => (useEditLock() ? OFF : ON);
