import { createContext, use } from 'react';

/** Why nothing of a project can be changed. */
export interface EditLock {
  title: string;
  reason: string;
}

/** Around the screens of a project; without a lock everything can be changed. */
export const EditLockContext = createContext<EditLock | undefined>(undefined);

export const useEditLock = () => use(EditLockContext);

/** The line on the screen that gives the reason. */
export const EDIT_LOCK_ID = 'edit-lock';

interface ControlProps {
  disabled?: true;
  'aria-describedby'?: string;
}

const OFF: ControlProps = { disabled: true, 'aria-describedby': EDIT_LOCK_ID };
const ON: ControlProps = {};

/** For a control that changes something: switched off while it cannot, and described by the reason. */
export const useLockedProps = (): ControlProps => (useEditLock() ? OFF : ON);
