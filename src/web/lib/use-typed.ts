import { useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router';

/**
 * The address follows the keys, and may be a few letters behind them: what is typed is kept here. Only somebody who goes
 * elsewhere changes it from outside; our own writing replaces the address.
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
