import { useState } from 'react';

interface Shown {
  apiKey: string;
  title: string;
}

export interface ShownKey {
  /** The whole key, while it is known. */
  apiKey: string | undefined;
  title: string | undefined;
  markSaved: () => void;
  forget: () => void;
}

/** A key that was just made, in this component's state only; `unsaved` until somebody has copied it. */
export function useShownKey() {
  const [shown, setShown] = useState<Shown>();
  const [saved, setSaved] = useState(true);
  const key: ShownKey = {
    apiKey: shown?.apiKey,
    title: shown?.title,
    markSaved: () => setSaved(true),
    forget: () => {
      setShown(undefined);
      setSaved(true);
    },
  };
  const show = (made: Shown) => {
    setShown(made);
    setSaved(false);
  };
  return { key, show, unsaved: !saved };
}
