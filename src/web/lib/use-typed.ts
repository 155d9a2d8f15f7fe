import { useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router';

/**
 * Local state of a search field, because the address it is written to may lag behind the keystrokes. Our own writes replace
 * the history entry; every other navigation (back, a link) overwrites the field.
 */
export function useTyped(inAddress: string) {
  const [typed, setTyped] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  const navigation = useNavigationType();
  if (seen !== inAddress) {
    setSeen(inAddress);
    if (navigation !== NavigationType.Replace) setTyped(inAddress);
  }
  return [typed, setTyped] as const;
}
